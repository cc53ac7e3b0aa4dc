import { createQuery } from '@tanstack/svelte-query'

import { api, data } from '../api/client'
import { session } from '../session/session.svelte'

/** overviewQuery reads the figures of today. */
export const overviewQuery = () =>
  createQuery(() => ({
    queryKey: ['bookings', 'analytics', 'overview'],
    queryFn: () => data(api.GET('/api/analytics/{orgId}/overview', { params: { path: { orgId: session.orgId } } })),
    meta: { follows: ['invoices', 'payments', 'folios'] },
  }))
