import type { Schemas } from '../api/client'
import { addDays, nightsBetween, type Day } from '../i18n/format'
import { cents } from './bookings'
import type { FreeRoom } from './rooms'

export type Offer = Schemas['OfferView']
export type Rejected = Schemas['OfferRejectedView']

/** Pick is a room that is about to be booked: by an offer, or at a price of the desk's own. */
export interface Pick {
  id: number
  /** Of an offer that promised the price; without one `rate` is asked for each night. */
  offer?: Offer
  categoryId: string
  categoryName: string
  /** '': any room of the category. */
  room?: FreeRoom
  rate: number | null
  adults: number
  children: number
}

/** agesOf reads the ages of children as they are typed: `4, 9`. */
export const agesOf = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number)

/** totalOf is what a pick costs for the whole stay, as it is quoted. */
export function totalOf(pick: Pick, nights: number): number {
  return pick.offer ? pick.offer.totalAmount : cents((pick.rate ?? 0) * nights)
}

/** entryOf is a pick as a booking takes it. */
export function entryOf(pick: Pick): Schemas['BookingRoomEntry'] {
  const room = pick.room && { roomId: pick.room.roomId, roomNumber: pick.room.roomNumber, roomType: pick.room.roomType }
  if (pick.offer) return { offerToken: pick.offer.offerToken, ...room }
  return {
    ...(room ?? { categoryId: pick.categoryId }),
    adults: pick.adults,
    children: pick.children,
    ratePerNight: pick.rate ?? 0,
  }
}

/** quoted is a pick as a quote takes it: one price for all its nights. */
export function quoted(pick: Pick, nights: number): Schemas['QuoteRoomBody'] {
  const ratePerNight = pick.offer ? cents(pick.offer.amount / nights) : (pick.rate ?? 0)
  const { adults, children } = pick
  const which = pick.room ? { roomId: pick.room.roomId } : { roomType: pick.categoryName }
  return { ...which, adults, children, ratePerNight }
}

/** stayOf makes dates of what the address says: a stay of at least a night, from today on where it says nothing. */
export function stayOf(from: Day | null, to: Day | null, day: Day): { checkIn: Day; checkOut: Day } {
  const checkIn = from && /^\d{4}-\d\d-\d\d$/.test(from) ? from : day
  const checkOut = to && /^\d{4}-\d\d-\d\d$/.test(to) && nightsBetween(checkIn, to) > 0 ? to : addDays(checkIn, 1)
  return { checkIn, checkOut }
}

/** isExpired tells whether an offer's promise has ended. */
export const isExpired = (offer: Offer, now = Date.now()): boolean => Date.parse(offer.expiresAt) <= now
