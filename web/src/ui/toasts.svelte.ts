/** A word about what was done, which goes away by itself; with `undo`, what takes it back. */
export interface Toast {
  id: number
  text: string
  tone: 'good' | 'bad'
  undo?: () => unknown
}

const life = 8_000 // milliseconds

class Toasts {
  list = $state.raw<Toast[]>([])
  #next = 1

  add(text: string, more: { tone?: 'good' | 'bad'; undo?: () => unknown } = {}): void {
    const toast = { id: this.#next++, text, tone: more.tone ?? ('good' as const), undo: more.undo }
    this.list = [...this.list.slice(-2), toast]
    setTimeout(() => this.drop(toast.id), life)
  }

  drop(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id)
  }
}

export const toasts = new Toasts()
