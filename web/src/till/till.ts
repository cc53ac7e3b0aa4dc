import { createQuery } from '@tanstack/svelte-query'

import { api, data, type Schemas } from '../api/client'
import { session } from '../session/session.svelte'

export type Shift = Schemas['TillView']

/** accountsQuery reads where money lies. */
export const accountsQuery = () =>
  createQuery(() => ({
    queryKey: ['payments', 'accounts'],
    queryFn: () => data(api.GET('/api/accounts/{orgId}/list', { params: { path: { orgId: session.orgId } } })),
    enabled: session.may('accounts.view'),
  }))

export const isDrawer = (account: Schemas['LedgerView']): boolean =>
  account.kind === 'cash' && !account.isSafe && account.isActive

/** knows tells whether a person may know what should be in the drawer: who works it counts it first. */
export const knows = (shift: Shift): boolean =>
  shift.state === 'closed' || (session.may('payments.manage') && shift.cashierId !== session.me?.user.id)

/** Counts are how many there are of each note and coin, by its value. */
export type Counts = Record<string, number | null>

/** counted is what a count says to the server. */
export function counted(counts: Counts) {
  const pieces = Object.entries(counts).filter(([, count]) => count)
  if (pieces.length === 0) return { total: 0 }
  return { denominations: pieces.map(([value, count]) => ({ value: Number(value), count: count! })) }
}

/** totalOf is what was counted, to the smallest coin. */
export const totalOf = (counts: Counts): number =>
  Math.round(Object.entries(counts).reduce((all, [value, count]) => all + Number(value) * (count ?? 0), 0) * 100) / 100
