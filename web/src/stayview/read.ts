import { answer, api, data } from '../api/client'
import { addDays, type Day } from '../i18n/format'
import { session } from '../session/session.svelte'
import { chartOf, type Chart } from './chart'

// What the stay view reads from the server.

export async function readChart(from: Day, days: number): Promise<Chart> {
  const params = { path: { orgId: session.orgId }, query: { from, to: addDays(from, days) } }
  return chartOf(await data(api.GET('/api/bookings/{orgId}/stays', { params })))
}

/** lowestPrices is the lowest price on sale of each night that has one. */
export async function lowestPrices(from: Day, days: number): Promise<Map<Day, number>> {
  const params = { path: { orgId: session.orgId }, query: { from, to: addDays(from, days - 1) } }
  const { products } = await data(api.GET('/api/rates/{orgId}/calendar', { params }))
  const prices = new Map<Day, number>()
  for (const { date, price, closed } of products.flatMap((product) => product.days)) {
    if (price && !closed?.value) prices.set(date, Math.min(price.value, prices.get(date) ?? Infinity))
  }
  return prices
}

/** baseRates are the base rates of the room categories, by id. */
export async function baseRates(): Promise<Map<string, number>> {
  const params = { path: { orgId: session.orgId }, query: { limit: 100 } }
  const { data: list } = await answer(api.GET('/api/room-categories/{orgId}/list', { params }))
  return new Map(list.map((category) => [category._id, category.baseRate]))
}
