import { api, data } from '../api/client'
import { changed } from '../api/query'
import { t } from '../i18n/i18n.svelte'
import { here } from '../settings/records'
import { messageOf } from '../ui/form.svelte'
import { toasts } from '../ui/toasts.svelte'
import {
  chunks,
  formerCells,
  weekdayOf,
  weekdays,
  type Cell,
  type ProductDays,
  type Values,
  type Weekday,
} from './cells'
import { addDays, type Day } from '../i18n/format'

const atOnce = 500 // cells in a request

export async function calendar(from: Day, to: Day) {
  return data(api.GET('/api/rates/{orgId}/calendar', { params: { path: here(), query: { from, to } } }))
}

export async function writeCells(cells: readonly Cell[]): Promise<void> {
  for (const part of chunks(cells, atOnce)) {
    await data(api.PUT('/api/rates/{orgId}/calendar', { params: { path: here() }, body: { cells: part } }))
  }
  await changed('rates')
}

/** undoable says what was written, with a button that writes the former values back. */
function undoable(count: number, former: Cell[]): void {
  const undo = () => writeCells(former).catch((error: unknown) => toasts.add(messageOf(error), { tone: 'bad' }))
  toasts.add(t('rates.written', { count }), { undo })
}

/** setCell writes one date of a product. */
export async function setCell(before: readonly ProductDays[], cell: Cell): Promise<void> {
  await setCells(before, [cell])
}

export interface Bulk {
  productIds: string[]
  from: Day
  to: Day
  days: Weekday[]
  values: Values
}

/** setMany writes ranges of dates on some weekdays; what they had is read before, for the undoing. */
export async function setMany({ productIds, from, to, days, values }: Bulk): Promise<void> {
  const before = (await calendar(from, to)).products ?? []
  const change = { productIds, from, to, days, ...values }
  await data(api.PUT('/api/rates/{orgId}/bulk', { params: { path: here() }, body: { changes: [change] } }))
  await changed('rates')
  const cells = productIds.flatMap((productId) =>
    datesOf(from, to, days).map((date) => ({ productId, date, ...values })),
  )
  undoable(cells.length, formerCells(before, cells))
}

/** setCells writes cells that were worked out from the calendar as it was read. */
export async function setCells(before: readonly ProductDays[], cells: readonly Cell[]): Promise<void> {
  await writeCells(cells)
  undoable(cells.length, formerCells(before, cells))
}

/** sameWeekday is the day of the week of another day that has the weekday of this one. */
export function sameWeekday(date: Day, inWeekOf: Day): Day {
  return addDays(inWeekOf, weekdays.indexOf(weekdayOf(date)) - weekdays.indexOf(weekdayOf(inWeekOf)))
}

/** datesOf lists the dates from one to another, both included, that are one of the weekdays. */
export function datesOf(from: Day, to: Day, days: readonly Weekday[]): Day[] {
  const dates: Day[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) if (days.includes(weekdayOf(day))) dates.push(day)
  return dates
}
