import { api, data, type Schemas } from '../api/client'
import { session } from '../session/session.svelte'

export type Entry = Schemas['TillForeignView']

/** ratesQuery reads the rates for foreign cash of a day, the business day unless given. */
export const ratesQuery = (date?: string) => ({
  queryKey: ['payments', 'exchange-rates', date ?? ''],
  queryFn: () =>
    data(
      api.GET('/api/shifts/{orgId}/exchange-rates', { params: { path: { orgId: session.orgId }, query: { date } } }),
    ),
})

/** denominationsQuery reads the notes and coins of the hotel's currency, the largest first. */
export const denominationsQuery = () => ({
  queryKey: ['denominations', session.orgId],
  queryFn: () => data(api.GET('/api/shifts/{orgId}/denominations', { params: { path: { orgId: session.orgId } } })),
  staleTime: Infinity,
})

/** worth is what foreign notes come to, rounded down to the smallest coin. */
export const worth = (amount: number, rate: number, coin: number): number =>
  Math.round(Math.floor(Number((amount * rate).toFixed(4)) / coin + 1e-9) * coin * 100) / 100

/** currencyOf is a currency as it was typed. */
export const currencyOf = (typed: string): string => typed.trim().toUpperCase()
