// What the settings read, each whole: a hotel has few of these.
import { answer, api, data, type Schemas } from '../api/client'
import { session } from '../session/session.svelte'

export type Category = Schemas['RoomCategoryView']
export type Room = Schemas['RoomView']
export type Tax = Schemas['TaxView']
export type Company = Schemas['CompanyView']

interface PageOf<T> {
  data: T[] | null
  pagination: { totalPages: number }
}

/** everyPage is all records of a list that comes in pages. */
export async function everyPage<T>(load: (page: number) => Promise<PageOf<T>>): Promise<T[]> {
  const first = await load(1)
  const others = Array.from({ length: Math.max(first.pagination.totalPages - 1, 0) }, (_, i) => load(i + 2))
  return [first, ...(await Promise.all(others))].flatMap((page) => page.data ?? [])
}

/** here is the path's part that every request of the organization has. */
export const here = () => ({ orgId: session.orgId })

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)

export async function categories(): Promise<Category[]> {
  const all = await everyPage((page) =>
    answer(api.GET('/api/room-categories/{orgId}/list', { params: { path: here(), query: { page, limit: 100 } } })),
  )
  return all.sort((a, b) => a.baseRate - b.baseRate || byName(a, b))
}

export const rooms = (): Promise<Room[]> =>
  everyPage((page) =>
    answer(
      api.GET('/api/rooms/{orgId}/list', { params: { path: here(), query: { page, limit: 100, sort: 'number' } } }),
    ),
  )

export const taxes = (): Promise<Tax[]> =>
  everyPage((page) =>
    answer(api.GET('/api/taxes/{orgId}/list', { params: { path: here(), query: { page, limit: 100 } } })),
  )

export async function companies(): Promise<Company[]> {
  const all = await everyPage((page) =>
    answer(api.GET('/api/companies/{orgId}/list', { params: { path: here(), query: { page, limit: 100 } } })),
  )
  return all.sort(byName)
}

export const roles = async () => (await data(api.GET('/api/roles/{orgId}/list', { params: { path: here() } }))) ?? []
export const policies = async () =>
  (await data(api.GET('/api/policies/{orgId}/list', { params: { path: here() } }))) ?? []
export const services = async () =>
  (await data(api.GET('/api/services/{orgId}/list', { params: { path: here() } }))) ?? []
export const plans = async () =>
  (await data(api.GET('/api/rate-plans/{orgId}/list', { params: { path: here() } }))) ?? []

export { asOf as ifMatch } from '../api/stale'
