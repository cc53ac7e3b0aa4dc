import { answer, api, ApiError } from '../api/client'
import { changed } from '../api/query'
import { t } from '../i18n/i18n.svelte'
import { session } from '../session/session.svelte'
import { messageOf } from '../ui/form.svelte'
import { toasts } from '../ui/toasts.svelte'

/** What was counted in a room's minibar. It is kept on this machine until the server has taken it. */
export interface Posting {
  kind: 'taken' | 'refilled' | 'spoiled' | 'counted' | 'returned'
  key: string // by which the server knows it, however often it is sent
  orgId: string
  userId: string
  roomId: string
  roomNumber: string
  items: { serviceId: string; name: string; count: number }[]
  at: string // when it was counted, RFC 3339
  reason?: string
  saleId?: string // what is put back
  /** Why the server has refused it; then it waits for the person. */
  refused?: string
}

const storageKey = 'sarai.minibar'
const pause = 15_000 // milliseconds between two tries

/** Postings are sent until the server has answered; one that it refuses stays until a person has seen to it. */
class Postings {
  all = $state.raw<Posting[]>(stored())
  #sending = false
  #started = false

  get mine(): Posting[] {
    const userId = session.me?.user.id
    return this.all.filter((one) => one.userId === userId && one.orgId === session.orgId)
  }
  get waiting(): Posting[] {
    return this.mine.filter((one) => one.refused === undefined)
  }
  get refused(): Posting[] {
    return this.mine.filter((one) => one.refused !== undefined)
  }

  /** start sends what waits now, when the line is back, and again after a while, on whichever screen the person is. */
  start(): void {
    void this.send()
    if (this.#started) return
    this.#started = true
    setInterval(() => void this.send(), pause)
    addEventListener('online', () => void this.send())
    addEventListener('storage', (event: StorageEvent) => {
      if (event.key === storageKey) this.all = stored()
    })
  }

  /** add keeps what was counted, and sends it. It fails where this machine has no place for it. */
  add(what: Omit<Posting, 'key' | 'orgId' | 'userId' | 'at' | 'refused'>): void {
    const { orgId, me } = session
    const made = { key: crypto.randomUUID(), orgId, userId: me?.user.id ?? '', at: new Date().toISOString() }
    this.#change((all) => [...all, { ...made, ...what }])
    void this.send()
  }

  /** again sends what was refused once more. */
  again(key: string): void {
    this.#change((all) => all.map((one) => (one.key === key ? { ...one, refused: undefined } : one)))
    void this.send()
  }

  drop(key: string): void {
    this.#change((all) => all.filter((one) => one.key !== key))
  }

  async send(): Promise<void> {
    if (this.#sending) return
    this.#sending = true
    const tried = new Set<string>()
    try {
      let next
      while ((next = this.waiting.find(({ key }) => !tried.has(key)))) {
        tried.add(next.key)
        if (!(await this.#deliver(next))) break
      }
    } finally {
      this.#sending = false
    }
  }

  // Tells whether there is a line.
  async #deliver({ kind, key, orgId, roomId, roomNumber, items, at, reason, saleId }: Posting): Promise<boolean> {
    const params = { path: { orgId } }
    const counts = items.map(({ serviceId, count }) => ({ serviceId, count }))
    try {
      const body = { key, roomId, items: counts, at }
      if (kind === 'taken') {
        const { data } = await answer(api.POST('/api/housekeeping/{orgId}/minibar', { params, body }))
        toasts.add(t('minibar.charged', { room: roomNumber, code: data.bookingCode }))
      } else {
        const stock = { ...body, kind, reason, saleId }
        await answer(api.POST('/api/housekeeping/{orgId}/minibar/stock', { params, body: stock }))
        toasts.add(t(kind === 'refilled' ? 'minibar.didRefill' : 'minibar.stock.did', { room: roomNumber }))
      }
      this.drop(key)
      void changed('bookings', 'folios', 'minibar')
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.offline) return false
      if (error.status === 401 || error.status >= 429) return true // later
      const refused = messageOf(error)
      this.#change((all) => all.map((one) => (one.key === key ? { ...one, refused } : one)))
    }
    return true
  }

  // Another tab may have changed what is kept meanwhile.
  #change(to: (all: Posting[]) => Posting[]): void {
    const all = to(stored())
    if (all.length > 0) localStorage.setItem(storageKey, JSON.stringify(all))
    else localStorage.removeItem(storageKey)
    this.all = all
  }
}

const stored = () => JSON.parse(localStorage.getItem(storageKey) ?? '[]') as Posting[]

export const postings = new Postings()
