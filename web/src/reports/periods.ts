import { addDays, type Day } from '../i18n/format'

/** The lengths of period that the dashboard offers, in days. */
export const lengths = [7, 30, 90, 180] as const
export type Length = (typeof lengths)[number]

export interface Range {
  from: Day
  to: Day
}

/** rangeOf is a period up to yesterday, the last day that is whole; with `before`, the one of that length before it. */
export function rangeOf(length: number, today: Day, before = false): Range {
  const to = addDays(today, before ? -1 - length : -1)
  return { from: addDays(to, 1 - length), to }
}

/** split takes the days of two periods and of today apart: what reports of the last days answer, oldest first. */
export function split<T>(rows: readonly T[], length: number): { before: T[]; now: T[] } {
  const whole = rows.slice(0, -1) // without today
  return { before: whole.slice(-2 * length, -length), now: whole.slice(-length) }
}

/** changeOf is how much a figure differs from before, as a part of it; undefined where there was nothing before. */
export function changeOf(now: number, before: number): number | undefined {
  return before === 0 ? undefined : (now - before) / Math.abs(before)
}

interface DayRow<T> {
  date: Day
  row: T | undefined
}

/** byDay puts rows at their days; a day without a row has none. */
export function byDay<T extends { date: Day }>(rows: readonly T[], { from, to }: Range): DayRow<T>[] {
  const found = new Map(rows.map((row) => [row.date, row]))
  const days: DayRow<T>[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push({ date: day, row: found.get(day) })
  return days
}

interface Paced {
  rooms: number
  revenue: number
  lastYearRooms: number
  lastYearRevenue: number
}

/** paceOf takes one figure out of the pace: by night, and in all, now and a year before. */
export function paceOf(rows: readonly Paced[], figure: 'rooms' | 'revenue') {
  const now = rows.map((row) => row[figure])
  const before = rows.map((row) => (figure === 'rooms' ? row.lastYearRooms : row.lastYearRevenue))
  const sum = (values: number[]) => Math.round(values.reduce((all, one) => all + one, 0) * 100) / 100
  return { now, before, sum: sum(now), sumBefore: sum(before) }
}

interface Night {
  date: Day
  rooms: number
  held: number
  sellable: number
}

/** onTheBooks adds up the nights of all categories. */
export function onTheBooks(categories: readonly { nights: readonly Night[] }[]): Night[] {
  const sums = new Map<Day, Night>()
  for (const { date, rooms, held, sellable } of categories.flatMap(({ nights }) => nights)) {
    const sum = sums.get(date) ?? { date, rooms: 0, held: 0, sellable: 0 }
    sum.rooms += rooms
    sum.held += held
    sum.sellable += Math.max(0, sellable)
    sums.set(date, sum)
  }
  return [...sums.values()].sort((a, b) => a.date.localeCompare(b.date))
}

/** lastDay of a month, `YYYY-MM`. */
export function lastDay(month: string): Day {
  const [year, number] = month.split('-').map(Number)
  return addDays(new Date(Date.UTC(year!, number!, 1)).toISOString().slice(0, 10), -1)
}
