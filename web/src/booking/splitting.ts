import { answer, api, type Schemas } from '../api/client'
import { toasts } from '../ui/toasts.svelte'
import { messageOf } from '../ui/form.svelte'
import { pathOf, warn } from './actions'
import type { Pick } from './offers'

/** splitRooms gives parties that were booked into two rooms, one after the other, these rooms. */
export async function splitRooms(made: Schemas['BookingCreatedView'], picks: readonly Pick[]): Promise<void> {
  for (const [i, { split }] of picks.entries()) {
    const entryId = made.rooms[i]?.entryId
    if (!split || !entryId) continue
    const body = { entryId, roomId: split.first.roomId, onward: { roomId: split.then.roomId, from: split.on } }
    const params = { path: pathOf(made.bookingId) }
    try {
      warn((await answer(api.POST('/api/bookings/{orgId}/{bookingId}/assign-room', { params, body }))).warnings)
    } catch (error) {
      toasts.add(messageOf(error), { tone: 'bad' }) // it is booked all the same, and has no room yet
    }
  }
}
