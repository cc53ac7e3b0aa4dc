import type { Query } from '@tanstack/svelte-query'

import { queries } from '../api/query'

// What stays readable on this machine without a line: the answers of queries whose meta says `keep`, each with the time
// at which it was read. It is text in localStorage, since a hotel's own address in its network is no place for other
// storage; signing out wipes it.
const prefix = 'sarai.kept.'

interface Kept {
  key: readonly unknown[]
  at: number // UTC milliseconds
  data: unknown
}

/** keepAnswers stores every new answer of a query that is to be kept; it returns what ends that. */
export function keepAnswers(): () => void {
  return queries.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && query.meta?.keep && query.state.status === 'success') keep(query)
  })
}

function keep(query: Query): void {
  const kept: Kept = { key: query.queryKey, at: query.state.dataUpdatedAt, data: query.state.data }
  try {
    localStorage.setItem(prefix + query.queryHash, JSON.stringify(kept))
  } catch {
    localStorage.removeItem(prefix + query.queryHash) // no place for it: better nothing than something old
  }
}

/** restoreAnswers gives the queries what was kept, as old as it is. */
export function restoreAnswers(): void {
  for (const name of keptNames()) {
    const { key, at, data } = JSON.parse(localStorage.getItem(name)!) as Kept
    if (queries.getQueryData(key) === undefined) queries.setQueryData(key, data, { updatedAt: at })
  }
}

/** wipeAnswers forgets all that was kept. */
export function wipeAnswers(): void {
  for (const name of keptNames()) localStorage.removeItem(name)
}

function keptNames(): string[] {
  return Object.keys(localStorage).filter((name) => name.startsWith(prefix))
}
