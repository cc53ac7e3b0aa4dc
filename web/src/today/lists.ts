import type { bookings } from '../api/lists'
import { addDays, type Day } from '../i18n/format'
import { hindrance, type Hindrance, type Room } from '../booking/rooms'
import { isLive, type Booking } from '../booking/bookings'

type Query = Parameters<typeof bookings>[0]

/** lists are what the front desk looks at on a day, by the names of their messages. */
export function lists(day: Day) {
  return {
    arrivals: { from: day, to: day, status: 'confirmed' },
    departures: { checkOutFrom: day, checkOutTo: day, inHouse: 'true' },
    inHouse: { inHouse: 'true' },
    late: { to: addDays(day, -1), status: 'confirmed' },
    overdue: { checkOutTo: addDays(day, -1), inHouse: 'true' },
    unpaid: { inHouse: 'true', balanceOwed: 'true' },
  } as const satisfies Record<string, Query>
}

export type ListName = keyof ReturnType<typeof lists>
export const listNames: readonly ListName[] = ['arrivals', 'departures', 'inHouse', 'late', 'overdue', 'unpaid']

/** A room that isn't ready for who arrives. */
export interface Unready {
  roomNumber: string
  roomType: string
  hindrance: Exclude<Hindrance, ''>
}

/** unready are the rooms of a booking that nobody could move into now. */
export function unready(booking: Booking, rooms: ReadonlyMap<string, Room>): Unready[] {
  if (!isLive(booking)) return []
  return booking.rooms.flatMap(({ roomId, roomNumber, roomType }) => {
    const why = hindrance(rooms.get(roomId), roomId)
    return why ? [{ roomNumber, roomType, hindrance: why }] : []
  })
}
