import { createQuery } from '@tanstack/svelte-query'

import { today } from '../i18n/format'
import { readChart } from '../stayview/read'
import { chartDays } from './solutions'
import { standingsOf, type Standings, type Wish } from './standing'

/** useStandings reads how all rooms stand for a wish, and the chart that tells it; undefined asks for nothing. */
export function useStandings(wish: () => Wish | undefined) {
  const span = $derived.by(() => {
    const asked = wish()
    return asked && chartDays(asked.from, asked.to, today())
  })
  const chart = createQuery(() => ({
    queryKey: ['bookings', 'around', span?.from, span?.days],
    queryFn: () => readChart(span!.from, span!.days),
    enabled: Boolean(span),
    meta: { follows: ['rooms', 'housekeeping'] },
  }))
  const all: Standings = $derived.by(() => {
    const asked = wish()
    return chart.data && asked ? standingsOf(chart.data, asked) : new Map()
  })
  return {
    get all() {
      return all
    },
    get chart() {
      return chart.data
    },
  }
}
