import { bookings, type Booking } from '../api/lists'

type Query = Omit<Parameters<typeof bookings>[0], 'page' | 'limit'>

/** allBookings reads a list to its end; the lists of one day are short. */
export async function allBookings(query: Query): Promise<Booking[]> {
  const all: Booking[] = []
  for (let page = 1; ; page++) {
    const { data, pagination } = await bookings({ ...query, page, limit: 100 })
    all.push(...data)
    if (page >= pagination.totalPages) return all
  }
}
