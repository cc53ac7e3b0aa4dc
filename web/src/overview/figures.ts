import { answer, api, data } from '../api/client'
import { bookings } from '../api/lists'
import { addDays, nightsBetween, type Day } from '../i18n/format'
import { rangeOf } from '../reports/periods'
import { session } from '../session/session.svelte'

const path = () => ({ orgId: session.orgId })

export const todayFigures = () => data(api.GET('/api/analytics/{orgId}/overview', { params: { path: path() } }))

/** weekFigures are the key figures of the last seven whole days, and of the seven before. */
export async function weekFigures(today: Day) {
  const read = (query: { from: Day; to: Day }) =>
    data(api.GET('/api/analytics/{orgId}/kpis', { params: { path: path(), query } }))
  const [now, then] = await Promise.all([read(rangeOf(7, today)), read(rangeOf(7, today, true))])
  return { now, then }
}

/** comingFigures add up what is on the books of the coming nights, now and for the same nights a year ago. */
export async function comingFigures(days: number) {
  const nights = await data(api.GET('/api/analytics/{orgId}/pace', { params: { path: path(), query: { days } } }))
  const sum = (name: 'rooms' | 'revenue' | 'lastYearRooms' | 'lastYearRevenue') =>
    nights.reduce((all, night) => all + night[name], 0)
  return {
    rooms: sum('rooms'),
    revenue: sum('revenue'),
    lastYearRooms: sum('lastYearRooms'),
    lastYearRevenue: sum('lastYearRevenue'),
  }
}

const perPage = 100
const mostPages = 10 // of a week: beyond them the figure would take longer than it is worth

/** pickUp adds up what was booked since a moment, and still stands. */
export async function pickUp(since: Day): Promise<{ nights: number; amount: number }> {
  const sum = { nights: 0, amount: 0 }
  for (let page = 1; page <= mostPages; page++) {
    const { data: found, pagination } = await bookings({ sort: 'newest', limit: perPage, page })
    const recent = found.filter(({ createdAt }) => createdAt.slice(0, 10) >= since)
    for (const one of recent) {
      if (one.status === 'cancelled') continue
      sum.nights += one.rooms.length * nightsBetween(one.checkIn, one.checkOut)
      sum.amount += one.totalAmount
    }
    if (recent.length < found.length || page >= pagination.totalPages) break
  }
  return sum
}

/** owed is what invoices and guests in house owe. */
export async function owedFigures() {
  const outstanding = await data(api.GET('/api/analytics/{orgId}/outstanding', { params: { path: path() } }))
  const overdue = await invoiceCount({ overdue: true })
  return {
    total: outstanding.totalOutstanding,
    count: outstanding.brackets.reduce((all, { count }) => all + count, 0),
    overdue,
  }
}

type InvoiceQuery = { status?: 'draft'; overdue?: true }

export async function invoiceCount(query: InvoiceQuery) {
  const params = { path: path(), query: { ...query, limit: 1 } }
  const { pagination, totals } = await answer(api.GET('/api/invoices/{orgId}/list', { params }))
  return { count: pagination.total, due: totals.balanceDue }
}

export async function quoteCount(status: 'sent'): Promise<number> {
  const params = { path: path(), query: { status, limit: 1 } }
  return (await answer(api.GET('/api/quotes/{orgId}/list', { params }))).pagination.total
}

/** A week ago, from when on bookings count as picked up. */
export const weekAgo = (today: Day): Day => addDays(today, -7)
