import { createQuery } from '@tanstack/svelte-query'

import { answer, api, type Schemas } from '../api/client'
import { session } from '../session/session.svelte'

export type Company = Schemas['CompanyView']

/** companiesQuery reads the companies that are dealt with. */
export const companiesQuery = () =>
  createQuery(() => ({
    queryKey: ['companies', 'active'],
    queryFn: async (): Promise<Company[]> => {
      const params = { path: { orgId: session.orgId }, query: { isActive: 'true' as const, limit: 100 } }
      return (await answer(api.GET('/api/companies/{orgId}/list', { params }))).data
    },
    enabled: session.may('guests.view'),
  }))
