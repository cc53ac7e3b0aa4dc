import { createQuery } from '@tanstack/svelte-query'

import { api, data, type Schemas } from '../api/client'
import { i18n, t } from '../i18n/i18n.svelte'
import { session } from '../session/session.svelte'

export type Account = Schemas['ChartView']

/** chartQuery reads the hotel's chart of accounts. */
export const chartQuery = () =>
  createQuery(() => ({
    queryKey: ['payments', 'chart'],
    queryFn: () => data(api.GET('/api/accounts/{orgId}/chart', { params: { path: { orgId: session.orgId } } })),
  }))

/** nameOf is an account's name: the books' own are named by the console, the hotel's have names of their own. */
export function nameOf(account: string, name: string): string {
  const key = `money.books.${account}`
  return i18n.has(key) ? t(key) : name
}

/** listed are accounts as choices. */
export const listed = (accounts: readonly Account[]) =>
  accounts.map(({ account, code, name }) => ({ value: account, label: `${code} ${nameOf(account, name)}`.trim() }))
