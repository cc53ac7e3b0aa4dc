import type { Schemas } from '../api/client'
import type { Day } from '../i18n/format'

export type ProductDays = Schemas['RatesProductDaysView']
export type DayValues = NonNullable<ProductDays['days']>[number]
export type Field = Exclude<keyof DayValues, 'date'>

/** What one date of a product can be told. `null` goes back to what holds without it. */
export interface Values {
  price?: number | null
  minStayArrival?: number | null
  minStayThrough?: number | null
  maxStay?: number | null
  closed?: boolean | null
  closedToArrival?: boolean | null
  closedToDeparture?: boolean | null
}

export interface Cell extends Values {
  productId: string
  date: Day
}

export const restrictions = [
  'closed',
  'closedToArrival',
  'closedToDeparture',
  'minStayArrival',
  'minStayThrough',
  'maxStay',
] as const
const fields = ['price', ...restrictions] as const

/** setOn is what was set on the date itself, as it is written back: null for everything that comes from elsewhere. */
export function setOn(day: DayValues | undefined, written: Values): Values {
  const former: Record<string, unknown> = {}
  for (const field of fields) {
    if (!(field in written)) continue
    const effective = day?.[field]
    former[field] = effective?.source === 'cell' ? effective.value : null
  }
  return former
}

/** formerCells undoes cells: what the calendar, read before the change, had on their dates. */
export function formerCells(before: readonly ProductDays[], written: readonly Cell[]): Cell[] {
  return written.map(({ productId, date, ...values }) => {
    const day = before.find((product) => product.productId === productId)?.days?.find((one) => one.date === date)
    return { productId, date, ...setOn(day, values) }
  })
}

/** chunks splits cells into requests that the server takes. */
export function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))
}

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/** weekdayOf is the API's word for the weekday of a day. */
export function weekdayOf(day: Day): Weekday {
  return weekdays[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]!
}

/** How prices are changed: to one amount, by a part of what they are, by an amount, or to those of another week. */
export const hows = ['set', 'percent', 'amount', 'copy'] as const
export type How = (typeof hows)[number]

/** newPrice is what a price becomes; undefined where it stays, null where it goes back to the usual. */
export function newPrice(
  how: How,
  value: number | null,
  old: number | undefined,
  copied: number | undefined,
): number | null | undefined {
  if (how === 'set') return value
  if (how === 'copy') return copied === old ? undefined : copied
  if (value === null || old === undefined) return undefined
  const price = how === 'percent' ? Math.round((old * (100 + value)) / 100) : Math.round((old + value) * 100) / 100
  return price === old ? undefined : Math.max(0, price)
}

export const valueOn = <F extends Field>(products: readonly ProductDays[], productId: string, date: Day, field: F) =>
  products.find((one) => one.productId === productId)?.days?.find((day) => day.date === date)?.[field]
