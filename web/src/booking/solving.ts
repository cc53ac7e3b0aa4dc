import { answer, api, data, type Schemas } from '../api/client'
import type { Day } from '../i18n/format'
import { agreed, lock, nightsNow } from '../stayview/changes'
import { asOf, pathOf, settled } from './actions'
import { roomKey, type Booking } from './bookings'
import { giveBack } from './givingWay'
import type { Way } from './solutions'

/** What is wanted of a booking and can't be had as it is: other dates, or another room. */
export type Want =
  | { kind: 'stay'; roomId: string; from: Day; checkIn: Day; checkOut: Day; price: 'keep' | 'list' }
  | { kind: 'move'; roomId: string; from: Day; of: string; price: 'keep' | 'list'; force: boolean }

/** What a way out makes of the booking. */
export interface Outcome {
  totalAmount: number
  balanceDue: number
  conflicts: string[]
  version: number
}

const giveWayOf = ({ other, room, to }: Extract<Way, { kind: 'giveWay' }>) => ({
  bookingId: other.bookingId,
  fromRoomId: room.roomId,
  toRoomId: to.roomId,
})

/** Solver takes a way out for a booking as it was read, tries it first, and takes it back. */
export class Solver {
  constructor(
    readonly booking: Booking,
    readonly want: Want,
  ) {}

  /** take does it, or with dryRun only tells what it would come to. */
  take(way: Way, dryRun = false): Promise<Outcome> {
    const params = {
      path: pathOf(this.booking.bookingId),
      query: dryRun ? { dryRun } : {},
      header: dryRun ? {} : asOf(this.booking),
    }
    const { want } = this
    if (want.kind === 'stay') {
      const body = { ...this.#dates(want), price: want.price, ...this.#stayWay(want, way) }
      return data(api.PUT('/api/bookings/{orgId}/{bookingId}/stay', { params, body }))
    }
    const roomId = way.kind === 'room' ? way.room.roomId : want.roomId
    const more = {
      force: want.force,
      ...(way.kind === 'split' && { onward: { roomId: way.then.roomId, from: way.on } }),
      ...(way.kind === 'giveWay' && { giveWay: giveWayOf(way) }),
    }
    const old = this.#room(want.of)
    if (!old.roomId) {
      const body = { entryId: old.entryId, roomId, ...more }
      return data(api.POST('/api/bookings/{orgId}/{bookingId}/assign-room', { params, body }))
    }
    const body = { fromRoomId: old.roomId, toRoomId: roomId, price: want.price, ...this.#fromOf(want), ...more }
    return data(api.POST('/api/bookings/{orgId}/{bookingId}/move-room', { params, body }))
  }

  #room = (key: string) => this.booking.rooms.find((room) => roomKey(room) === key)!

  #dates({ checkIn, checkOut }: Extract<Want, { kind: 'stay' }>) {
    return { ...(checkIn !== this.booking.checkIn && { checkIn }), checkOut }
  }

  #fromOf({ of, from }: Extract<Want, { kind: 'move' }>) {
    return from === this.#room(of).from ? {} : { from }
  }

  #stayWay({ roomId, from }: Extract<Want, { kind: 'stay' }>, way: Way): Partial<Schemas['ChangeStayBody']> {
    if (way.kind === 'giveWay') return { giveWay: giveWayOf(way) }
    const [next, on] = way.kind === 'room' ? [way.room, from] : [way.then, way.on]
    return { onward: { fromRoomId: roomId, roomId: next.roomId, from: on } }
  }

  /** undo makes the booking as it was, and gives another one its room back. It is refused once somebody changed it. */
  async undo(way: Way, after: Outcome): Promise<void> {
    if (this.want.kind === 'stay') await this.#undoStay(this.want, way, after)
    else await this.#undoMove(this.want, way, after)
    if (way.kind === 'giveWay') {
      await giveBack({ bookingId: way.other.bookingId, from: way.room.roomId, to: way.to.roomId })
    }
    await settled()
  }

  async #stay(body: Schemas['ChangeStayBody'], after?: Outcome): Promise<void> {
    const params = { path: pathOf(this.booking.bookingId), header: after ? asOf(after) : {} }
    await answer(api.PUT('/api/bookings/{orgId}/{bookingId}/stay', { params, body }))
  }

  // The rooms have the names that they have by then.
  #prices(named: (roomId: string) => string = (roomId) => roomId) {
    const prices = agreed(nightsNow(this.booking))
    if (prices.price === 'keep') return prices
    return { ...prices, rates: prices.rates.map((rate) => ({ ...rate, roomId: rate.roomId && named(rate.roomId) })) }
  }

  async #undoStay({ roomId, from }: Extract<Want, { kind: 'stay' }>, way: Way, after: Outcome): Promise<void> {
    const { checkIn, checkOut, status } = this.booking
    const dates = { ...(status === 'confirmed' && { checkIn }), checkOut }
    // The nights of a guest in house have kept their prices; one who hasn't come may have had other dates.
    const prices = (named?: (roomId: string) => string) => (status === 'confirmed' ? this.#prices(named) : {})
    if (way.kind !== 'room') return this.#stay({ ...dates, dropMoves: true, ...prices() }, after)
    const onward = { fromRoomId: way.room.roomId, roomId, from: status === 'confirmed' ? checkIn : from }
    return this.#stay({ ...dates, onward, ...prices((id) => (id === roomId ? way.room.roomId : id)) }, after)
  }

  async #undoMove(want: Extract<Want, { kind: 'move' }>, way: Way, after: Outcome): Promise<void> {
    const path = pathOf(this.booking.bookingId)
    const { checkOut } = this.booking
    const old = this.#room(want.of)
    const has = way.kind === 'room' ? way.room.roomId : want.roomId
    if (way.kind === 'split') await this.#stay({ checkOut: way.on, dropMoves: true }, after)
    const header = way.kind === 'split' ? {} : asOf(after)
    if (old.roomId) {
      const body = { fromRoomId: has, toRoomId: old.roomId, price: 'keep' as const, ...this.#fromOf(want) }
      await answer(api.POST('/api/bookings/{orgId}/{bookingId}/move-room', { params: { path, header }, body }))
      if (!old.locked) await lock(this.booking, old.roomId, false)
    } else {
      const params = { path, header }
      await answer(api.POST('/api/bookings/{orgId}/{bookingId}/unassign', { params, body: { roomId: has } }))
    }
    if (way.kind === 'split' || want.price === 'list') await this.#stay({ checkOut, ...this.#prices() })
  }
}
