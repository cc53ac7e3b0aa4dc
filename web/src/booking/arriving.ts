import { answer, api, data } from '../api/client'
import { addDays, today } from '../i18n/format'
import { t } from '../i18n/i18n.svelte'
import { session } from '../session/session.svelte'
import { asOf, pathOf, readBooking, type Payment } from './actions'
import { roomKey, type Booking, type BookingRoom } from './bookings'
import type { Taking } from './PaymentFields.svelte'
import { addPerson, changePerson, expectedRooms, leadOf, readParty } from './party'
import { Payer, Refunder } from './payments'

/** What is asked at the desk when a guest arrives. */
export interface Arrival {
  guestName: string
  guestPhone: string
  guestEmail: string
  idType: string
  idNumber: string
  /** The rooms whose parties are here; the others are expected. */
  parties: PartyHere[]
  taking: Taking
  remarks: string
  force: boolean
  /** What the guest has signed on the screen: a PNG. */
  signature?: Blob
}

/** A room of the booking whose party may be here. */
export interface PartyHere {
  room: BookingRoom
  comes: boolean
  /** Its first guest; '' leaves it open, or is the booking's own. */
  name: string
  /** The room that they get. */
  chosen: string
}

/** Arriving checks a guest in, step by step; pressing again after a fault goes on where it stopped. */
export class Arriving {
  #payer = new Payer()
  #guestSaved = ''
  #given = new Map<string, string>() // the room that each party got, by what it had

  constructor(
    readonly booking: Booking,
    readonly known: { idType: string; idNumber: string },
  ) {}

  /** done runs all steps and returns what the server warns of. */
  async done(arrival: Arrival): Promise<{ message: string }[]> {
    await this.#saveGuest(arrival)
    const here = arrival.parties.filter(({ comes }) => comes)
    for (const { room, chosen } of here) await this.#giveRoom(room, chosen)
    await this.#nameGuests(here)
    const still = expectedRooms(await readBooking(this.booking.bookingId)).map(roomKey)
    const coming = here.map(({ room }) => this.#given.get(roomKey(room)) ?? roomKey(room))
    const left = coming.filter((roomId) => still.includes(roomId))
    const warnings = left.length > 0 ? await this.#arrive(arrival, left) : []
    if (arrival.signature) await this.#sign(arrival.signature)
    await this.#payer.take(this.booking.bookingId, arrival.taking)
    return warnings
  }

  async #saveGuest(arrival: Arrival): Promise<void> {
    const { booking, known } = this
    const body = {
      ...(arrival.guestName !== booking.guestName && { guestName: arrival.guestName }),
      ...(arrival.guestPhone !== booking.guestPhone && { guestPhone: arrival.guestPhone }),
      ...(arrival.guestEmail !== booking.guestEmail && { guestEmail: arrival.guestEmail || null }),
      ...(arrival.idType !== known.idType && { idType: arrival.idType || null }),
      ...(arrival.idNumber !== known.idNumber && { idNumber: arrival.idNumber || null }),
    }
    const text = JSON.stringify(body)
    if (text === '{}' || text === this.#guestSaved) return
    const params = { path: pathOf(booking.bookingId) }
    await answer(api.PUT('/api/bookings/{orgId}/{bookingId}/update-guest', { params, body }))
    this.#guestSaved = text
  }

  async #giveRoom(room: BookingRoom, wanted: string): Promise<void> {
    const has = this.#given.get(roomKey(room)) ?? room.roomId
    if (!wanted || wanted === has) return
    const params = { path: pathOf(this.booking.bookingId) }
    if (has) {
      const body = { fromRoomId: has, toRoomId: wanted, price: 'keep' as const }
      await data(api.POST('/api/bookings/{orgId}/{bookingId}/move-room', { params, body }))
    } else {
      const body = { entryId: roomKey(room), roomId: wanted }
      await data(api.POST('/api/bookings/{orgId}/{bookingId}/assign-room', { params, body }))
    }
    this.#given.set(roomKey(room), wanted)
  }

  /** #nameGuests names the first guest of each room that hasn't the booking's own, or corrects a name. */
  async #nameGuests(here: PartyHere[]): Promise<void> {
    for (const { room, name } of here) {
      if (!name) continue
      const roomId = this.#given.get(roomKey(room)) ?? roomKey(room)
      const party = await readParty(this.booking.bookingId)
      const lead = leadOf(party, { roomId, entryId: '' })
      if (!lead) await addPerson(this.booking.bookingId, roomId, { name })
      else if (lead.name !== name) await changePerson(party, lead.stayGuestId, { name })
    }
  }

  async #sign(picture: Blob): Promise<void> {
    await data(
      api.PUT('/api/bookings/{orgId}/{bookingId}/signature', {
        params: { path: pathOf(this.booking.bookingId) },
        headers: { 'Content-Type': 'image/png' },
        body: picture as never, // a file has no type in the document
        bodySerializer: (body: unknown) => body as Blob,
      }),
    )
  }

  async #arrive({ remarks, force }: Arrival, roomIds: string[]) {
    const params = { path: pathOf(this.booking.bookingId) }
    const body = { roomIds, ...(remarks && { remarks }), ...(force && { force }) }
    return (await answer(api.POST('/api/bookings/{orgId}/{bookingId}/arrival', { params, body }))).warnings
  }
}

/** What is said at the desk when a guest leaves. */
export interface Leave {
  taking: Taking
  /** What the guest gets back, of these payments. */
  giving: Taking
  payments: readonly Payment[]
  shorten: boolean
  remarks: string
  force: boolean
}

/** mayShorten tells whether the nights to come can be given up without a charge. */
export const mayShorten = (booking: Booking, day = today()): boolean =>
  booking.status === 'checked-in' && !booking.dayUse && booking.checkOut > day && booking.checkIn < day

/** Leaving checks a guest out; pressing again after a fault goes on where it stopped. */
export class Leaving {
  #payer = new Payer()
  #refunder = new Refunder()

  constructor(readonly booking: Booking) {}

  /** owedIfShortened is what would be owed if the stay ended today. */
  async owedIfShortened(): Promise<number> {
    const params = { path: pathOf(this.booking.bookingId), query: { dryRun: true } }
    const body = { checkOut: today() }
    return (await data(api.PUT('/api/bookings/{orgId}/{bookingId}/stay', { params, body }))).balanceDue
  }

  async done({ taking, giving, payments, shorten, remarks, force }: Leave): Promise<{ message: string }[]> {
    const path = pathOf(this.booking.bookingId)
    const now = await readBooking(this.booking.bookingId)
    if (shorten && mayShorten(now)) {
      const body = { checkOut: today() }
      await data(api.PUT('/api/bookings/{orgId}/{bookingId}/stay', { params: { path, header: asOf(now) }, body }))
    }
    await this.#payer.take(this.booking.bookingId, taking)
    await this.#refunder.give(payments, giving, t(shorten ? 'booking.leftEarly' : 'booking.paidTooMuch'))
    if (now.status === 'checked-out') return []
    const body = { ...(remarks && { remarks }), ...(force && { force }) }
    return (await answer(api.PUT('/api/bookings/{orgId}/{bookingId}/checkout', { params: { path }, body }))).warnings
  }
}

/** spanToday is the stay that a room is needed for from today on. */
export const spanToday = (booking: Booking, day = today()): { checkIn: string; checkOut: string; dayUse?: boolean } => {
  if (booking.dayUse) return { checkIn: booking.checkIn, checkOut: booking.checkOut, dayUse: true }
  const checkIn = booking.status === 'checked-in' && booking.checkIn < day ? day : booking.checkIn
  return { checkIn, checkOut: booking.checkOut > checkIn ? booking.checkOut : addDays(checkIn, 1) }
}

/** knownIdentity is what the guest's record has of a document, its number masked. */
export async function knownIdentity(guestId: string): Promise<{ idType: string; idNumber: string }> {
  if (!guestId || !session.may('guests.view')) return { idType: '', idNumber: '' }
  const params = { path: { orgId: session.orgId, guestId } }
  const { idType, idNumber } = await data(api.GET('/api/guests/{orgId}/{guestId}', { params }))
  return { idType, idNumber }
}
