import { answer, api, data } from '../api/client'
import { warn } from '../booking/actions'
import type { Permission } from '../session/session.svelte'
import { pathOf, type Member } from './groups'

/** What can be done with several bookings of a group together. */
export const acts = [
  { name: 'arrive', needs: 'bookings.update' },
  { name: 'leave', needs: 'bookings.update' },
  { name: 'assign', needs: 'bookings.update' },
  { name: 'change', needs: 'bookings.update' },
  { name: 'cancel', needs: 'bookings.delete' },
] as const satisfies readonly { name: string; needs: Permission }[]

export type Act = (typeof acts)[number]['name']

/** What is asked for such an act; what isn't typed is '' or false. */
export interface Asked {
  checkIn: string
  checkOut: string
  categoryId: string
  notes: string
  specialRequests: string
  reason: string
  force: boolean
}

/** arranged are the rooms that the bookings are given near each other, or would be: without one, none is free. */
export const arranged = (groupId: string, ids: string[], dryRun: boolean) =>
  data(
    api.POST('/api/groups/{orgId}/{groupId}/assign', {
      params: { path: pathOf(groupId), query: { dryRun } },
      body: some(ids),
    }),
  )

// Without ids the server takes all that fit.
const some = (ids: string[]) => (ids.length > 0 ? { bookingIds: ids } : {})

/** doTogether does it for these bookings, or for all of the group's that fit, and tells what became of each. */
export async function doTogether(
  act: Exclude<Act, 'assign'>,
  groupId: string,
  ids: string[],
  asked: Asked,
): Promise<Member[]> {
  const params = { path: pathOf(groupId) }
  const { force, reason, checkIn, checkOut, categoryId, notes, specialRequests } = asked
  switch (act) {
    case 'arrive': {
      const body = { ...some(ids), force, each: true }
      const { data, warnings } = await answer(api.POST('/api/groups/{orgId}/{groupId}/arrive', { params, body }))
      warn(warnings)
      return data
    }
    case 'leave':
      return data(api.POST('/api/groups/{orgId}/{groupId}/leave', { params, body: { ...some(ids), force } }))
    case 'cancel':
      return data(api.POST('/api/groups/{orgId}/{groupId}/cancel-bookings', { params, body: { ...some(ids), reason } }))
    case 'change': {
      const wanted = { checkIn, checkOut, categoryId, notes, specialRequests }
      const body = { ...some(ids), ...Object.fromEntries(Object.entries(wanted).filter(([, value]) => value)) }
      return data(api.POST('/api/groups/{orgId}/{groupId}/change', { params, body }))
    }
  }
}
