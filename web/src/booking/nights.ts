import { api, data } from '../api/client'
import { queries } from '../api/query'
import { addDays, nightsBetween, type Day } from '../i18n/format'
import { session } from '../session/session.svelte'
import { lowestPrices } from '../stayview/read'
import type { Known } from '../ui/Month.svelte'

/** nightsOf is what is free in each night from one day to another, and from what price who may see rates. */
export async function nightsOf(from: Day, to: Day): Promise<ReadonlyMap<Day, Known>> {
  const params = { path: { orgId: session.orgId }, query: { from, to: addDays(to, 1) } }
  const [categories, prices] = await Promise.all([
    queries.fetchQuery({
      queryKey: ['bookings', 'nights', from, to],
      queryFn: () => data(api.GET('/api/availability/{orgId}/categories', { params })),
    }),
    session.may('rates.view')
      ? queries.fetchQuery({
          queryKey: ['rates', 'lowest', from, to],
          queryFn: () => lowestPrices(from, nightsBetween(from, to) + 1),
        })
      : new Map<Day, number>(),
  ])
  const known = new Map<Day, Known>()
  for (const { date, free } of categories.flatMap(({ nights }) => nights)) {
    known.set(date, { free: (known.get(date)?.free ?? 0) + Math.max(0, free), price: prices.get(date) })
  }
  return known
}
