import { api, data, type Schemas } from '../api/client'
import { session } from '../session/session.svelte'

export type Item = Schemas['RateplanServiceView']

/** itemsQuery reads what minibars hold; it stays readable without a line. */
export const itemsQuery = () => ({
  queryKey: ['services', 'minibar', session.orgId],
  queryFn: async () => {
    const all = await data(api.GET('/api/services/{orgId}/list', { params: { path: { orgId: session.orgId } } }))
    return all.filter(({ minibar, isActive }) => minibar && isActive)
  },
  meta: { keep: true },
})

export type Refills = Schemas['MinibarRefillsView']

/** refillsQuery reads what is missing in which room; it stays readable without a line. */
export const refillsQuery = () => ({
  queryKey: ['minibar', 'refills', session.orgId],
  queryFn: () =>
    data(api.GET('/api/housekeeping/{orgId}/minibar/refills', { params: { path: { orgId: session.orgId } } })),
  meta: { keep: true, follows: ['folios'] },
})

/** How many of each item were counted, by its id. */
export type Counts = Readonly<Record<string, number>>

export const most = 100 // of an item at once

export const sum = (counts: Counts): number => Object.values(counts).reduce((all, one) => all + one, 0)

/** with is the counts with another one of an item. */
export const withCount = (counts: Counts, id: string, count: number): Counts => ({
  ...counts,
  [id]: Math.min(Math.max(count, 0), most),
})

/** counted are the items of which there is something. */
export const counted = (items: readonly Pick<Item, '_id' | 'name'>[], counts: Counts) =>
  items.filter(({ _id }) => counts[_id]).map(({ _id, name }) => ({ serviceId: _id, name, count: counts[_id]! }))
