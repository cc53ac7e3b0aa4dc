import type { Booking } from '../api/lists'
import { addDays, type Day } from '../i18n/format'

const evening = 20 // from when on a hotel without an hour of its own closes its day
const noon = 12

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

/**
 * closesEarly tells whether a day is to be closed before it is over: before the hotel's own hour, which is on the next
 * day if it is in the morning, or before the evening where the hotel has none (-1) or it isn't known.
 */
export function closesEarly(day: Day, now: { today: Day; hour: number }, ownHour = -1): boolean {
  if (day !== now.today) return false
  return now.hour < (ownHour < 0 ? evening : ownHour < noon ? 24 : ownHour)
}
