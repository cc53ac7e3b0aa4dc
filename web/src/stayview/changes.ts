import { answer, api, data, type Schemas } from '../api/client'
import { addDays, type Day } from '../i18n/format'
import { session } from '../session/session.svelte'
import type { Change } from './moves'

export type Booking = Schemas['BookingView']
export type Price = 'keep' | 'list'

/** What a change has made of a booking, or would make of it. */
export interface Outcome {
  nights: Schemas['BookingNightView'][]
  totalAmount: number
  balanceDue: number
  conflicts: string[]
  version: number
}

interface How {
  price: Price | { rates: Schemas['BookingRateBody'][] }
  from?: Day // a move's first night in the new room
  dryRun?: boolean
}

export function read(bookingId: string): Promise<Booking> {
  return data(api.GET('/api/bookings/{orgId}/{bookingId}', { params: { path: { orgId: session.orgId, bookingId } } }))
}

/** make changes a booking that is still as it was read, or with dryRun only tries it. */
export async function make(change: Change, booking: Booking, { price, from, dryRun }: How): Promise<Outcome> {
  const params = {
    path: { orgId: session.orgId, bookingId: booking.bookingId },
    query: dryRun ? { dryRun } : {},
    header: { 'If-Match': `"${booking.version}"` },
  }
  const prices = typeof price === 'string' ? { price } : price
  const { bar } = change
  switch (change.kind) {
    case 'dates': {
      const checkIn = addDays(booking.checkIn, change.start)
      const body = { checkIn, checkOut: addDays(booking.checkOut, change.end), ...prices }
      return data(api.PUT('/api/bookings/{orgId}/{bookingId}/stay', { params, body }))
    }
    case 'move': {
      const body = { fromRoomId: bar.roomId!, toRoomId: change.to.room.roomId, from, ...prices }
      return data(api.POST('/api/bookings/{orgId}/{bookingId}/move-room', { params, body }))
    }
    case 'assign': {
      const body = { entryId: bar.entryId!, roomId: change.to.room.roomId }
      return data(api.POST('/api/bookings/{orgId}/{bookingId}/assign-room', { params, body }))
    }
    case 'unassign':
      return data(api.POST('/api/bookings/{orgId}/{bookingId}/unassign', { params, body: { roomId: bar.roomId! } }))
  }
}

/** lock says whether a party is to have this very room. */
export function lock(booking: { bookingId: string }, roomId: string, locked: boolean): Promise<unknown> {
  const params = { path: { orgId: session.orgId, bookingId: booking.bookingId } }
  return answer(api.POST('/api/bookings/{orgId}/{bookingId}/lock', { params, body: { roomId, locked } }))
}

/**
 * undo takes a change back that made `after` of the booking `before`: with the prices of before, also those that were
 * agreed by hand. It is refused when somebody has changed the booking since.
 */
export async function undo(change: Change, before: Booking, after: Outcome, from?: Day): Promise<void> {
  const params = {
    path: { orgId: session.orgId, bookingId: before.bookingId },
    header: { 'If-Match': `"${after.version}"` },
  }
  const { bar } = change
  switch (change.kind) {
    case 'dates': {
      const body = { checkIn: before.checkIn, checkOut: before.checkOut, ...agreed(nightsNow(before)) }
      await answer(api.PUT('/api/bookings/{orgId}/{bookingId}/stay', { params, body }))
      return
    }
    case 'move': {
      const nights = before.nights.filter(({ roomId, date }) => roomId === bar.roomId && (!from || date >= from))
      const rates = nights.map((night) => ({ ...night, roomId: '' })) // all in the one room
      const body = { fromRoomId: change.to.room.roomId, toRoomId: bar.roomId!, from, ...agreed(rates) }
      await answer(api.POST('/api/bookings/{orgId}/{bookingId}/move-room', { params, body }))
      if (!bar.locked) await lock(before, bar.roomId!, false)
      return
    }
    case 'assign': {
      const body = { roomId: change.to.room.roomId }
      await answer(api.POST('/api/bookings/{orgId}/{bookingId}/unassign', { params, body }))
      return
    }
    case 'unassign': {
      const body = { roomId: bar.roomId!, locked: Boolean(bar.locked) }
      await answer(api.POST('/api/bookings/{orgId}/{bookingId}/assign-room', { params, body }))
    }
  }
}

// Nights in rooms that the party has moved away from aren't the stay's any more.
export function nightsNow({ nights, rooms }: Booking) {
  const current = new Set(rooms.map(({ roomId, entryId }) => roomId || entryId))
  return nights.filter(({ roomId, entryId }) => current.has(roomId || entryId))
}

// The prices of nights that are not posted yet; the others stay as they are.
export function agreed(nights: Schemas['BookingNightView'][]) {
  const rates = nights
    .filter(({ posted }) => !posted)
    .map(({ date, amount, plan, note, complimentary, roomId, entryId }) => ({
      date,
      amount,
      complimentary,
      roomId: roomId || entryId || undefined,
      plan: plan || null,
      note: note || null,
    }))
  return rates.length > 0 ? { price: 'rates' as const, rates } : { price: 'keep' as const }
}
