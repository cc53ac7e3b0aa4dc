/** A word about what was done, which goes away by itself; with `undo`, what takes it back. */
export interface Toast {
  id: number
  text: string
  tone: 'good' | 'bad'
  /** How often the same was said. */
  count: number
  undo?: () => unknown
}

const life = 8_000 // milliseconds
const most = 2 // more would cover what somebody works on

class Toasts {
  list = $state.raw<Toast[]>([])
  #next = 1

  add(text: string, { tone = 'good', undo }: { tone?: 'good' | 'bad'; undo?: () => unknown } = {}): void {
    const same = undo ? undefined : this.list.find((one) => !one.undo && one.text === text && one.tone === tone)
    const toast = { id: this.#next++, text, tone, undo, count: (same?.count ?? 0) + 1 }
    this.list = [...this.list.filter((one) => one !== same), toast].slice(-most)
    setTimeout(() => this.drop(toast.id), life)
  }

  drop(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id)
  }
}

export const toasts = new Toasts()
