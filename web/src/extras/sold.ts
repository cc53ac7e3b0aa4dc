import { createQuery, keepPreviousData } from '@tanstack/svelte-query'

import { api, data, type Schemas } from '../api/client'
import { pathOf } from '../booking/actions'
import type { Day } from '../i18n/format'
import { session } from '../session/session.svelte'

export type Sale = Schemas['ExtrasView']

export const salesQuery = (bookingId: () => string) =>
  createQuery(() => ({
    queryKey: ['bookings', 'services', bookingId()],
    queryFn: () =>
      data(api.GET('/api/bookings/{orgId}/{bookingId}/services', { params: { path: pathOf(bookingId()) } })),
  }))

/** dueQuery asks what guests have on the day. */
export const dueQuery = (day: () => Day) =>
  createQuery(() => ({
    queryKey: ['bookings', 'due', day()],
    queryFn: () =>
      data(
        api.GET('/api/services/{orgId}/due', { params: { path: { orgId: session.orgId }, query: { date: day() } } }),
      ),
    placeholderData: keepPreviousData,
  }))

/** consume notes how many of the day's portions the guests have had by now, in all. */
export const consume = (bookingId: string, saleId: string, date: Day, consumed: number) =>
  data(
    api.PUT('/api/bookings/{orgId}/{bookingId}/services/{saleId}/consumed', {
      params: { path: { ...pathOf(bookingId), saleId } },
      body: { date, consumed },
    }),
  )

export const cancel = (bookingId: string, saleId: string, reason: string) =>
  data(
    api.PUT('/api/bookings/{orgId}/{bookingId}/services/{saleId}/cancel', {
      params: { path: { ...pathOf(bookingId), saleId } },
      body: { reason },
    }),
  )
