import type { Booking } from '../api/lists'
import { addDays, type Day } from '../i18n/format'

/** A night that closing a day will post. */
export interface NightToPost {
  bookingId: string
  code: string
  guestName: string
  roomNumber: string
  amount: number
}

/** nightsToPost lists what the guests in house owe for a night that isn't on their folios yet, by room. */
export function nightsToPost(inHouse: readonly Booking[], day: Day): NightToPost[] {
  return inHouse
    .flatMap(({ bookingId, code, guestName, nights }) =>
      nights
        .filter((night) => night.date === day && !night.posted && !night.complimentary)
        .map(({ roomNumber, amount }) => ({ bookingId, code, guestName, roomNumber, amount })),
    )
    .sort((a, b) => a.roomNumber.localeCompare(b.roomNumber, 'en', { numeric: true }))
}

/** dayToClose is the first day that isn't closed, but never one that is still to come. */
export function dayToClose(lastClosed: Day | undefined, today: Day): { day: Day; ahead: boolean } {
  const next = lastClosed ? addDays(lastClosed, 1) : today
  return next > today ? { day: lastClosed!, ahead: true } : { day: next, ahead: false }
}
