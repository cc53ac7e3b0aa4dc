import type { bookings } from '../api/lists'
import { addDays, type Day } from '../i18n/format'
import { hindrance, typeOf, type Hindrance, type Now } from '../booking/rooms'
import { isLive, type Booking } from '../booking/bookings'

type Query = Parameters<typeof bookings>[0]

/** lists are what the front desk looks at on a day, by the names of their messages. */
export function lists(day: Day) {
  return {
    arrivals: { from: day, to: day, status: 'confirmed' },
    inPart: { inPart: 'true', to: day },
    departures: { checkOutFrom: day, checkOutTo: day, inHouse: 'true' },
    inHouse: { inHouse: 'true' },
    late: { to: addDays(day, -1), status: 'confirmed' },
    overdue: { checkOutTo: addDays(day, -1), inHouse: 'true' },
    unpaid: { inHouse: 'true', balanceOwed: 'true' },
  } as const satisfies Record<string, Query>
}

export type ListName = keyof ReturnType<typeof lists>
export const listNames: readonly ListName[] = [
  'arrivals',
  'inPart',
  'departures',
  'inHouse',
  'late',
  'overdue',
  'unpaid',
]

/** A room that isn't ready for who arrives. */
export interface Unready {
  name: string // its number, or its category while none is assigned
  hindrance: Exclude<Hindrance, ''>
}

/** unready are the rooms of a booking that nobody could move into now. */
export function unready(booking: Booking, rooms: ReadonlyMap<string, Now>): Unready[] {
  if (!isLive(booking)) return []
  return booking.rooms.flatMap((room) => {
    const why = hindrance(rooms.get(room.roomId), room.roomId, booking.bookingId)
    return why ? [{ name: room.roomNumber || typeOf(room, [...rooms.values()]), hindrance: why }] : []
  })
}

/** hindrancesOf are what keeps guests of a booking from their rooms, each with the number of its rooms. */
export function hindrancesOf(booking: Booking, rooms: ReadonlyMap<string, Now>): [Unready['hindrance'], number][] {
  const counts = new Map<Unready['hindrance'], number>()
  for (const { hindrance } of unready(booking, rooms)) counts.set(hindrance, (counts.get(hindrance) ?? 0) + 1)
  return [...counts]
}
