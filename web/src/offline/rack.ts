import type { Booking } from '../api/lists'
import type { Day } from '../i18n/format'

/** A room's row of the rack: its nights in order, those of one stay in one cell. */
export interface Row {
  room: string
  cells: { guest: string; nights: number }[]
}

/** rack lists the rooms that anybody has on these days, in the order of their numbers. */
export function rack(bookings: Booking[], days: Day[]): Row[] {
  const guests = new Map<string, (string | undefined)[]>()
  for (const booking of bookings) {
    if (booking.status === 'cancelled') continue
    for (const { roomNumber, from, to } of booking.rooms) {
      if (!roomNumber) continue
      const nights = guests.get(roomNumber) ?? days.map(() => undefined)
      guests.set(
        roomNumber,
        nights.map((guest, i) => (from <= days[i]! && days[i]! < to ? booking.guestName : guest)),
      )
    }
  }
  return [...guests]
    .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
    .map(([room, nights]) => ({ room, cells: together(nights) }))
}

function together(nights: (string | undefined)[]): Row['cells'] {
  const cells: Row['cells'] = []
  for (const guest of nights.map((name) => name ?? '')) {
    const last = cells.at(-1)
    if (last && guest && last.guest === guest) last.nights++
    else cells.push({ guest, nights: 1 })
  }
  return cells
}
