import { answer, api } from '../api/client'
import { pathOf, settled } from './actions'
import type { Way } from './solutions'

/** A booking that was given another room so that somebody else has its own. */
export interface Moved {
  bookingId: string
  from: string
  to: string
}

async function move({ bookingId, from, to }: Moved): Promise<void> {
  const path = pathOf(bookingId)
  const body = { fromRoomId: from, toRoomId: to, price: 'keep' as const }
  await answer(api.POST('/api/bookings/{orgId}/{bookingId}/move-room', { params: { path }, body }))
  // It isn't to have this very room: it can be moved again.
  await answer(
    api.POST('/api/bookings/{orgId}/{bookingId}/lock', { params: { path }, body: { roomId: to, locked: false } }),
  )
}

/** moveAway gives another booking the room that a way out has found for it, at the price that was agreed. */
export async function moveAway({ other, room, to }: Extract<Way, { kind: 'giveWay' }>): Promise<Moved> {
  const moved = { bookingId: other.bookingId, from: room.roomId, to: to.roomId }
  await move(moved)
  return moved
}

/** giveBack gives it its room again. */
export async function giveBack({ bookingId, from, to }: Moved): Promise<void> {
  await move({ bookingId, from: to, to: from })
  await settled()
}
