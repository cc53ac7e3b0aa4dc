import { session } from '../session/session.svelte'
import { answer, api, type Schemas } from './client'
import type { paths } from './schema'

export type Booking = Schemas['BookingView']

export interface Page<T> {
  data: T[]
  pagination: Schemas['Pagination']
}

type BookingQuery = NonNullable<paths['/api/bookings/{orgId}/list']['get']['parameters']['query']>

/** bookings is a page of the list of bookings, each as its own read. */
export async function bookings(query: Omit<BookingQuery, 'fields'>): Promise<Page<Booking>> {
  const params = { path: { orgId: session.orgId }, query: { ...query, fields: 'full' as const } }
  // The document can't say that `fields` decides which of two shapes the items have.
  return (await answer(api.GET('/api/bookings/{orgId}/list', { params }))) as Page<Booking>
}
