import { addDays, weekday, type Day } from '../i18n/format'

/** Words of the language that days are typed by. */
export interface DayWords {
  /** The months' names from January on, each as it may be written: long and short. */
  months: readonly string[][]
  /** The days' names from Sunday on, likewise. */
  days: readonly string[][]
  today: string
  tomorrow: string
}

/** wordsOf are the words of a locale, and English ones beside them. */
export function wordsOf(locale: string, today: string, tomorrow: string): DayWords {
  const written = (options: Intl.DateTimeFormatOptions, moment: number) =>
    [locale, 'en'].map((tag) => folded(new Intl.DateTimeFormat(tag, { ...options, timeZone: 'UTC' }).format(moment)))
  const names = (count: number, moment: (i: number) => number, long: object, short: object) =>
    Array.from({ length: count }, (_, i) => [...written(long, moment(i)), ...written(short, moment(i))])
  return {
    months: names(12, (i) => Date.UTC(2026, i, 1), { month: 'long' }, { month: 'short' }),
    days: names(7, (i) => Date.UTC(2026, 2, 1 + i), { weekday: 'long' }, { weekday: 'short' }), // 1 March: a Sunday
    today: folded(today),
    tomorrow: folded(tomorrow),
  }
}

const folded = (text: string) => text.toLocaleLowerCase().replace(/[.,]/g, '').trim()

/** dayOf is the day with this number, or '' if there is none, such as 31 April. */
function dayOf(year: number, month: number, day: number): Day {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const moment = Date.parse(`${text}T00:00:00Z`)
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text) ? text : ''
}

const yearOf = (typed: string) => (typed.length === 2 ? 2000 + Number(typed) : Number(typed))

/** near is the day of this month nearest to today that isn't long past: without a year people mean one to come. */
function near(month: number, day: number, today: Day): Day {
  const year = Number(today.slice(0, 4))
  const soonest = addDays(today, -60)
  const found = dayOf(year, month, day)
  return found >= soonest ? found : dayOf(year + 1, month, day) || found
}

/** place is where the name stands that the text is, or begins; -1 if none or several begin so. */
function place(names: readonly string[][], text: string): number {
  const whole = names.findIndex((forms) => forms.includes(text))
  if (whole >= 0 || text.length < 3) return whole
  const begun = names.flatMap((forms, i) => (forms.some((form) => form.startsWith(text)) ? [i] : []))
  return begun.length === 1 ? begun[0]! : -1
}

/**
 * typedDay is the day that somebody means who types `24/11`, `24.11.26`, `24 nov`, `nov 24`, `+3`, `fri`, `today` or
 * `2026-11-24`: day before month, as India writes. It is '' if nothing was typed, and undefined if that is no day.
 */
export function typedDay(text: string, today: Day, words: DayWords): Day | undefined {
  const typed = folded(text)
  if (!typed) return ''
  if (typed === words.today || typed === 'today') return today
  if (typed === words.tomorrow || typed === 'tomorrow') return addDays(today, 1)
  const away = /^([+-])(\d{1,3})$/.exec(typed)
  if (away) return addDays(today, Number(away[0]))
  const named = place(words.days, typed)
  if (named >= 0) return addDays(today, (named - weekday(today) + 7) % 7)
  return numbered(typed, today) || spelled(typed, today, words) || undefined
}

function numbered(typed: string, today: Day): Day {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(typed)
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const together = /^(\d{2})(\d{2})(\d{2}|\d{4})$/.exec(typed)
  if (together) return dayOf(yearOf(together[3]!), Number(together[2]), Number(together[1]))
  const parts = /^(\d{1,2})[\s/.-]+(\d{1,2})(?:[\s/.-]+(\d{2}|\d{4}))?$/.exec(typed)
  if (!parts) return ''
  const [day, month] = [Number(parts[1]), Number(parts[2])]
  return parts[3] ? dayOf(yearOf(parts[3]), month, day) : near(month, day, today)
}

function spelled(typed: string, today: Day, words: DayWords): Day {
  const found = typed.split(/[\s/-]+/)
  const after = place(words.days, found[0]!) >= 0 ? found.slice(1) : found // Tue 24 Nov 2026
  const [first = '', second = '', year = ''] = after
  const [day, name] = /^\d{1,2}$/.test(first) ? [first, second] : [second, first]
  const month = place(words.months, name) + 1
  if (!month || !/^\d{1,2}$/.test(day) || after.length > 3) return ''
  if (!year) return near(month, Number(day), today)
  return /^(\d{2}|\d{4})$/.test(year) ? dayOf(yearOf(year), month, Number(day)) : ''
}
