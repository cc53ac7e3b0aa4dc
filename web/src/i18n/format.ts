import { session } from '../session/session.svelte'
import { i18n } from './i18n.svelte'

/** A day of the hotel's calendar, `YYYY-MM-DD`. It never becomes a moment in the browser's time zone. */
export type Day = string

const dayLength = 86_400_000
const utc = (day: Day) => Date.parse(`${day}T00:00:00Z`)

export function addDays(day: Day, days: number): Day {
  return new Date(utc(day) + days * dayLength).toISOString().slice(0, 10)
}

/** monthsBefore lists the month of a day and those before it, as `YYYY-MM`. */
export function monthsBefore(day: string, count: number): string[] {
  const first = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
  return Array.from({ length: count }, (_, i) => {
    const month = first - i
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
  })
}

/** nightsBetween counts the nights from one day to another. */
export function nightsBetween(from: Day, to: Day): number {
  return Math.round((utc(to) - utc(from)) / dayLength)
}

/** weekday is 0 for Sunday to 6 for Saturday. */
export function weekday(day: Day): number {
  return new Date(utc(day)).getUTCDay()
}

/** today is the day that it is at the hotel. */
export function today(zone = session.zone, now = new Date()): Day {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(now)
}

const formats = new Map<string, unknown>()

// Making a format is slow; each is made once.
function cached<T>(key: string, make: () => T): T {
  let found = formats.get(key) as T | undefined
  if (!found) formats.set(key, (found = make()))
  return found
}

function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const { locale } = i18n
  return cached(locale + JSON.stringify(options), () => new Intl.DateTimeFormat(locale, options))
}

/** dayText is a day such as `Tue, 14 Apr 2026`, or as the options say. */
export function dayText(
  day: Day,
  options: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
): string {
  return day ? dateFormat({ ...options, timeZone: 'UTC' }).format(utc(day)) : ''
}

/** monthText is a month such as `April 2026`, of `YYYY-MM` or a day in it. */
export const monthText = (month: string): string =>
  dayText(`${month.slice(0, 7)}-01`, { month: 'long', year: 'numeric' })

/** shortDay is a day such as `14 Apr`. */
export const shortDay = (day: Day): string => dayText(day, { day: 'numeric', month: 'short' })

/** momentText is a moment, in RFC 3339, as the hotel's clocks show it. */
export function momentText(
  moment: string | null | undefined,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' },
): string {
  return moment ? dateFormat({ ...options, timeZone: session.zone }).format(Date.parse(moment)) : ''
}

/** ago is how long ago a moment was, such as `5 minutes ago`. */
export function ago(moment: number, now = Date.now()): string {
  const { locale } = i18n
  const format = cached(`ago ${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  const seconds = Math.round((moment - now) / 1000)
  const units = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
  ] as const
  const [size, unit] = units.find(([size]) => -seconds >= size) ?? ([1, 'second'] as const)
  return format.format(Math.round(seconds / size), unit)
}

/** money is an amount of the API, in the hotel's currency, such as `₹1,20,000.50`; whole amounts have no decimals. */
export const money = (amount: number, currency = session.currency): string =>
  moneyFormat(currency, 'stripIfInteger').format(amount)

/** figure is an amount in a column of money, such as `₹1,20,000.00`: all have the same decimals, and stand in line. */
export const figure = (amount: number, currency = session.currency): string =>
  moneyFormat(currency, 'auto').format(amount)

function moneyFormat(currency: string, trailingZeroDisplay: 'auto' | 'stripIfInteger'): Intl.NumberFormat {
  const { locale } = i18n
  return cached(
    `money ${locale} ${currency} ${trailingZeroDisplay}`,
    () =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        trailingZeroDisplay,
        signDisplay: 'negative', // never -₹0
      }),
  )
}

export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  const { locale } = i18n
  return cached(`number ${locale} ${JSON.stringify(options)}`, () => new Intl.NumberFormat(locale, options)).format(
    value,
  )
}

export const percent = (part: number): string => number(part, { style: 'percent', maximumFractionDigits: 1 })

/** list joins texts as the language does: `a, b and c`. */
export function list(texts: string[]): string {
  const { locale } = i18n
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(texts)
}
