import { QueryClient } from '@tanstack/svelte-query'

import { ApiError } from './client'

/** The kinds of records that change events speak of. The first part of a query's key names the kind that it reads. */
export const kinds = [
  'bookings',
  'folios',
  'groups',
  'guests',
  'holds',
  'housekeeping',
  'invoices',
  'payments',
  'rates',
  'rooms',
  'waitlist',
] as const
export type Kind = (typeof kinds)[number]

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      networkMode: 'always', // the service worker may answer without a line
      retry: (count, error) => count < 2 && error instanceof ApiError && (error.offline || error.status >= 500),
    },
    mutations: { networkMode: 'always' },
  },
})

/**
 * changed has everything that was read of these kinds read anew: queries whose key begins with one, and those whose
 * meta says that they follow one.
 */
export function changed(...which: readonly string[]): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey, meta }) =>
      [queryKey[0], ...((meta?.follows as string[]) ?? [])].some((kind) => which.includes(String(kind))),
  })
}
