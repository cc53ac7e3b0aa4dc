import { bookings, type Booking, type Page } from '../api/lists'
import { queries } from '../api/query'
import { addDays, today } from '../i18n/format'
import { session } from '../session/session.svelte'
import { boardQuery } from '../housekeeping/board'

const mostPages = 10
const pageSize = 100

type Filter = Parameters<typeof bookings>[0]

/** everyPage reads a list of bookings whole, as far as a hotel can have in house. */
async function everyPage(filter: Filter): Promise<Booking[]> {
  const all: Booking[] = []
  for (let page = 1; page <= mostPages; page++) {
    const got: Page<Booking> = await bookings({ ...filter, page, limit: pageSize })
    all.push(...got.data)
    if (page >= got.pagination.totalPages) break
  }
  return all
}

const kept = (name: string, filter: () => Filter) => ({
  queryKey: ['bookings', 'downtime', name, session.orgId],
  queryFn: () => everyPage(filter()),
  meta: { keep: true },
})

/** What a front desk needs on paper when the server or the line is gone. */
export const downtime = {
  arrivals: () =>
    kept('arrivals', () => ({ from: today(), to: addDays(today(), 1), status: 'confirmed', sort: 'checkIn' })),
  inHouse: () => kept('inHouse', () => ({ inHouse: 'true', sort: 'checkOut' })),
  coming: () => kept('coming', () => ({ stayFrom: today(), stayTo: addDays(today(), 13), sort: 'checkIn' })),
}

const often = 5 * 60_000 // milliseconds

/** keepDowntimeLists reads the lists anew every few minutes, so that what is kept is never older. It returns its end. */
export function keepDowntimeLists(): () => void {
  const read = () => {
    const wanted = [
      ...(session.may('bookings.view') ? Object.values(downtime).map((list) => list()) : []),
      ...(session.may('rooms.view') ? [boardQuery()] : []),
    ]
    for (const query of wanted)
      void queries.prefetchQuery({ ...query, queryKey: [...query.queryKey], staleTime: often / 2 } as never)
  }
  read()
  const timer = setInterval(read, often)
  return () => clearInterval(timer)
}
