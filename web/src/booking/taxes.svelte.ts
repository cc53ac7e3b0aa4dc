import { createQuery } from '@tanstack/svelte-query'

import { api, data } from '../api/client'
import { addDays } from '../i18n/format'
import { session } from '../session/session.svelte'
import type { Draft } from './draft.svelte'
import { grouped, isOffered, pricesOf, type Sum } from './offers'

/** useTaxes asks what the prices that the desk has agreed come to with their tax, once typing pauses. */
export function useTaxes(draft: Draft) {
  const now = $derived(
    grouped(draft.picks)
      .filter(([, [pick]]) => !isOffered(pick!))
      .map(([key, [pick]]) => ({
        key,
        checkIn: draft.stay.checkIn,
        rates: pricesOf(pick!, draft.nights),
        inclusive: pick!.offer?.pricesIncludeTax,
      })),
  )
  let asked = $state.raw<typeof now>([])
  $effect(() => {
    const wanted = now
    const timer = setTimeout(() => (asked = wanted), 150)
    return () => clearTimeout(timer)
  })
  const taxes = createQuery(() => ({
    queryKey: ['taxes', 'of', asked],
    queryFn: async () => {
      const sums = asked.map(async ({ key, checkIn, rates, inclusive }) => {
        const body = {
          checkIn,
          checkOut: addDays(checkIn, rates.length), // a day use is taxed as a night
          rates,
          rooms: 1,
          ...(inclusive !== undefined && { pricesIncludeTax: inclusive }),
        }
        const params = { path: { orgId: session.orgId } }
        const found = await data(api.POST('/api/taxes/{orgId}/calculate', { params, body }))
        return [key, { total: found.totalAmount, tax: found.taxAmount }] as [string, Sum]
      })
      return new Map(await Promise.all(sums))
    },
    enabled: asked.length > 0 && session.may('taxes.view'),
    staleTime: Infinity,
  }))
  return {
    /** By the keys of the lines. What is still being asked about is missing. */
    get of(): ReadonlyMap<string, Sum> {
      return asked === now && taxes.data ? taxes.data : new Map()
    },
  }
}
