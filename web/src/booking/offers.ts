import type { Schemas } from '../api/client'
import { addDays, nightsBetween, type Day } from '../i18n/format'
import { cents } from './bookings'
import type { FreeRoom } from './rooms'

export type Offer = Schemas['OfferView']
export type Rejected = Schemas['OfferRejectedView']

/** Agreed is what the desk has agreed with the guest: the price of each night, and why. Picks can share one. */
export interface Agreed {
  id: number
  rates: (number | null)[]
  reason: string
}

/** A room until a day, and another one from then on. */
export interface Split {
  first: { roomId: string; roomNumber: string }
  then: { roomId: string; roomNumber: string }
  on: Day
}

/** Pick is a room that is about to be booked: by an offer, or at a price of the desk's own. */
export interface Pick {
  id: number
  /** Of an offer that promised the price; without one `rate` is asked for each night. */
  offer?: Offer
  categoryId: string
  categoryName: string
  /** '': any room of the category. */
  room?: FreeRoom
  split?: Split
  rate: number | null
  agreed?: Agreed
  adults: number
  children: number
}

/** What a room costs, with its tax; the tax is undefined while it isn't known. */
export interface Sum {
  total: number
  tax: number | undefined
}

/** agesOf reads the ages of children as they are typed: `4, 9`. */
export const agesOf = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number)

/** keyOf is the same for picks that are shown, and priced, as one line. */
export const keyOf = ({ id, offer, agreed, split, adults, children }: Pick): string =>
  offer && !split ? [offer.productId, agreed?.id ?? '', adults, children].join('/') : `room/${id}`

/** grouped puts picks together that are shown as one line. */
export function grouped(picks: readonly Pick[]): [key: string, picks: Pick[]][] {
  const groups = new Map<string, Pick[]>()
  for (const pick of picks) groups.set(keyOf(pick), [...(groups.get(keyOf(pick)) ?? []), pick])
  return [...groups]
}

/** pricesOf are the prices of a pick's nights, or of its day, as they are quoted. */
export const pricesOf = ({ offer, agreed, rate }: Pick, nights: number): number[] =>
  agreed?.rates.map((rate) => rate ?? 0) ??
  offer?.nights.map(({ amount }) => amount) ??
  Array<number>(Math.max(nights, 1)).fill(rate ?? 0)

/** isOffered tells whether a pick costs what its offer has promised, tax and all. */
export const isOffered = (pick: Pick): pick is Pick & { offer: Offer } => Boolean(pick.offer && !pick.agreed)

/** sumOf is what a pick costs; taxed is what its own prices come to with their tax, where that is known. */
export function sumOf(pick: Pick, nights: number, taxed?: Sum): Sum {
  if (isOffered(pick)) return { total: pick.offer.totalAmount, tax: pick.offer.taxAmount }
  return taxed ?? { total: cents(pricesOf(pick, nights).reduce((all, price) => all + price, 0)), tax: undefined }
}

/** added is what several sums come to; the tax is unknown if one is. */
export function added(sums: readonly Sum[]): Sum {
  const known = sums.every(({ tax }) => tax !== undefined)
  return {
    total: cents(sums.reduce((all, { total }) => all + total, 0)),
    tax: known ? cents(sums.reduce((all, { tax }) => all + (tax ?? 0), 0)) : undefined,
  }
}

/** countOf is how many rooms are picked by an offer. */
export const countOf = (picks: readonly Pick[], offer: Offer): number =>
  picks.filter((pick) => pick.offer?.productId === offer.productId).length

/** leftFor is how many rooms can be picked by an offer, with those that are: plans share the category's rooms. */
export function leftFor(picks: readonly Pick[], offer: Offer): number {
  const others = picks.filter(
    (pick) => pick.categoryName === offer.categoryName && pick.offer?.productId !== offer.productId,
  )
  return Math.max(offer.available - others.length, countOf(picks, offer))
}

/** changeCount picks so many rooms by an offer: more are made by `make`, and the last ones are dropped. */
export function changeCount(picks: readonly Pick[], offer: Offer, count: number, make: () => Pick): Pick[] {
  const has = countOf(picks, offer)
  if (count >= has) return [...picks, ...Array.from({ length: count - has }, make)]
  const mine = picks.filter((pick) => pick.offer?.productId === offer.productId)
  const dropped = new Set(mine.slice(count))
  return picks.filter((pick) => !dropped.has(pick))
}

/** renewed are the picks of a party with the offers of a new search for it. One that isn't sold any more is dropped. */
export const renewed = (picks: readonly Pick[], offers: readonly Offer[], adults: number, children: number): Pick[] =>
  picks.flatMap((pick) => {
    if (!pick.offer || pick.adults !== adults || pick.children !== children) return [pick]
    const offer = offers.find(({ productId }) => productId === pick.offer!.productId)
    return offer ? [{ ...pick, offer }] : []
  })

/** entryOf is a pick as a booking takes it. */
export function entryOf(pick: Pick, checkIn: Day): Schemas['BookingRoomEntry'] {
  const room = pick.room && { roomId: pick.room.roomId, roomNumber: pick.room.roomNumber, roomType: pick.room.roomType }
  const rates = pick.agreed?.rates.map((rate, i) => ({
    date: addDays(checkIn, i),
    amount: rate ?? 0,
    ...(pick.agreed!.reason && { note: pick.agreed!.reason }),
  }))
  if (pick.offer) return { offerToken: pick.offer.offerToken, ...room, ...(rates && { rates }) }
  return {
    ...(room ?? { categoryId: pick.categoryId }),
    adults: pick.adults,
    children: pick.children,
    ...(rates ? { rates } : { ratePerNight: pick.rate ?? 0 }),
  }
}

/** quoted is a pick as a quote takes it: one price for all its nights. */
export function quoted(pick: Pick, nights: number): Schemas['QuoteRoomBody'] {
  const prices = pricesOf(pick, nights)
  const ratePerNight = cents(prices.reduce((all, price) => all + price, 0) / prices.length)
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

/** isShort tells whether rooms are sold out, or as many picked as there are, so that somebody may want to wait. */
export function isShort(found: Schemas['OfferFoundView'], picks: readonly Pick[]): boolean {
  const soldOut = found.rejected.some(({ reasons }) => reasons.some(({ code }) => code === 'sold_out'))
  return (
    found.offers.length === 0 || soldOut || found.offers.some((offer) => leftFor(picks, offer) <= countOf(picks, offer))
  )
}
