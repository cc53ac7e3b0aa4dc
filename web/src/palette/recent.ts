import { api, data } from '../api/client'
import { queries } from '../api/query'
import type { Place } from '../router.svelte'
import { session } from '../session/session.svelte'
import { bookingCommand, guestCommand, type Command } from './commands'

const prefix = 'sarai.recent.'
const kept = 6

interface Opened {
  kind: 'booking' | 'guest'
  id: string
}

/** Recent is what this person opened last in this hotel. Only ids stay on this machine, until they sign out. */
class Recent {
  constructor() {
    session.onForget(() => {
      const names = Object.keys(localStorage).filter((name) => name.startsWith(prefix))
      for (const name of names) localStorage.removeItem(name)
    })
  }

  /** open takes down that a guest or a booking was opened. */
  open({ params: { bookingId, guestId } }: Place): void {
    const id = bookingId ?? guestId
    if (!id) return
    const one: Opened = { kind: bookingId ? 'booking' : 'guest', id }
    const others = this.#all.filter((other) => other.id !== id)
    localStorage.setItem(prefix + session.orgId, JSON.stringify([one, ...others].slice(0, kept)))
  }

  get #all(): Opened[] {
    return JSON.parse(localStorage.getItem(prefix + session.orgId) ?? '[]') as Opened[]
  }

  /** commands open them again; what is gone meanwhile, or may not be seen any more, is left out. */
  async commands(): Promise<Command[]> {
    const found = await Promise.all(this.#all.map((one) => read(one).catch(() => undefined)))
    return found.filter((command) => command !== undefined)
  }
}

// By the same keys as the screens of these records, which have mostly been read already.
async function read({ kind, id }: Opened): Promise<Command> {
  const { orgId } = session
  if (kind === 'guest') {
    const params = { path: { orgId, guestId: id } }
    return guestCommand(
      await queries.fetchQuery({
        queryKey: ['guests', id],
        queryFn: () => data(api.GET('/api/guests/{orgId}/{guestId}', { params })),
      }),
    )
  }
  const params = { path: { orgId, bookingId: id } }
  const booking = await queries.fetchQuery({
    queryKey: ['bookings', 'one', id],
    queryFn: () => data(api.GET('/api/bookings/{orgId}/{bookingId}', { params })),
  })
  return bookingCommand({ ...booking, rooms: booking.rooms.map((room) => room.roomNumber ?? '').filter(Boolean) })
}

export const recent = new Recent()
