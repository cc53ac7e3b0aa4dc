import { createQuery } from '@tanstack/svelte-query'

import { api, data, type Schemas } from '../api/client'
import { pathOf as bookingPath } from '../booking/actions'
import type { Booking } from '../booking/bookings'
import { pathOf } from '../group/groups'
import { t } from '../i18n/i18n.svelte'
import { session } from '../session/session.svelte'
import { byStay } from './lines'

export type Move = Schemas['MasterMoveView']
export type Outcome = Schemas['MasterOutcomeView']
export type StayRouting = Schemas['MasterBookingView']

/** The kinds of charges that a rule is for. */
export const kindsOfCharge = ['rooms', 'food', 'other'] as const
export type Rules = Pick<Schemas['MasterRulesView'], (typeof kindsOfCharge)[number]>
export type Payer = Rules['rooms']

/** What is asked of rules: whether those of the group are followed, and whether what is posted goes by them too. */
export interface Asked extends Record<(typeof kindsOfCharge)[number], Payer> {
  follow: boolean
  apply: boolean
}

const meta = { follows: ['groups', 'bookings', 'invoices', 'payments'] }

export const masterQuery = (groupId: () => string) =>
  createQuery(() => ({
    queryKey: ['folios', 'master', groupId()],
    queryFn: () => data(api.GET('/api/groups/{orgId}/{groupId}/folio', { params: { path: pathOf(groupId()) } })),
    meta,
  }))

export const rulesQuery = (groupId: () => string) =>
  createQuery(() => ({
    queryKey: ['groups', 'rules', groupId()],
    queryFn: () => data(api.GET('/api/groups/{orgId}/{groupId}/routing', { params: { path: pathOf(groupId()) } })),
  }))

export const stayRoutingQuery = (bookingId: () => string) =>
  createQuery(() => ({
    queryKey: ['folios', 'routing', bookingId()],
    queryFn: () =>
      data(api.GET('/api/bookings/{orgId}/{bookingId}/routing', { params: { path: bookingPath(bookingId()) } })),
    meta,
  }))

export const depositsQuery = (groupId: () => string) =>
  createQuery(() => ({
    queryKey: ['payments', 'deposits', groupId()],
    queryFn: () => data(api.GET('/api/groups/{orgId}/{groupId}/deposits', { params: { path: pathOf(groupId()) } })),
    enabled: session.may('payments.view'),
    meta,
  }))

export const billsQuery = (groupId: () => string) =>
  createQuery(() => ({
    queryKey: ['invoices', 'group', groupId()],
    queryFn: () => data(api.GET('/api/groups/{orgId}/{groupId}/invoices', { params: { path: pathOf(groupId()) } })),
    enabled: session.may('invoices.view'),
    meta,
  }))

export const payerText = (payer: Payer): string => t(`master.payers.${payer}`)

/** foliosOf are the folios on which charges of a stay can be. */
export const foliosOf = ({ groupId, companyId }: Pick<Booking, 'groupId' | 'companyId'>): Payer[] => [
  'own',
  ...(companyId ? (['company'] as const) : []),
  ...(groupId ? (['master'] as const) : []),
]

/** moveCharges moves lines to another folio of their stay, stay by stay: those that are there already stay. */
export async function moveCharges(
  lines: readonly { bookingId: string; lineId: string }[],
  to: Payer,
  reason: string,
): Promise<void> {
  for (const [bookingId, mine] of byStay(lines)) {
    await data(
      api.POST('/api/bookings/{orgId}/{bookingId}/routing/move', {
        params: { path: bookingPath(bookingId) },
        body: { lineIds: mine.map(({ lineId }) => lineId), to, ...(reason && { reason }) },
      }),
    )
  }
}
