import { createQuery } from '@tanstack/svelte-query'

import type { Schemas } from '../api/client'
import { companies } from '../settings/records'
import { session } from '../session/session.svelte'

export type AgentBill = Schemas['AgentfeeListedView']

export const billTones = { unpaid: 'warn', paid: 'good', reversed: 'neutral' } as const

/** companiesQuery reads the companies, of which some are travel agents. */
export const companiesQuery = () =>
  createQuery(() => ({ queryKey: ['companies', 'list'], queryFn: companies, enabled: session.may('guests.view') }))

export const placeOf = (agent: string) => `/vendors?${new URLSearchParams({ view: 'agents', agent })}`
