import { authorized, type ApiError } from '../api/client'
import { madeFrom, told, type Versioned } from '../api/stale'
import { dayText, money } from '../i18n/format'
import { i18n, t } from '../i18n/i18n.svelte'
import { labelOf } from './plain'

type Values = Record<string, unknown>

/**
 * conflictOf says what somebody else has changed of a record, which is why a change of it was refused. The person knows
 * then: sending the same again is a change of the record as it is now.
 */
export async function conflictOf({ url }: ApiError): Promise<string> {
  const before = madeFrom()
  const now = before && (await present(url, before).catch(() => undefined))
  if (!before || !now) return t('common.changedMeanwhile')
  told(before, now.version)
  const what = differences(before as unknown as Values, now as unknown as Values)
  return what.length
    ? t('common.changedMeanwhileTo', { what: what.join('; ') })
    : `${t('common.changedMeanwhile')} ${t('common.sendAgain')}`
}

/** present reads the record anew, which stands at the part of the path that ends with its id. */
async function present(url: string, record: Versioned): Promise<Versioned | undefined> {
  const { _id, bookingId } = record as { _id?: string; bookingId?: string }
  const { pathname, origin } = new URL(url)
  const id = [bookingId, _id].find((id) => id && pathname.includes(`/${id}`))
  const end = id ? pathname.indexOf(`/${id}`) + id.length + 1 : pathname.length
  const answer = await authorized(new Request(origin + pathname.slice(0, end)))
  return answer.ok ? ((await answer.json()) as { data: Versioned }).data : undefined
}

/** differences lists what of two versions a screen has a name for, each with what it was and is. */
export function differences(before: Values, now: Values): string[] {
  return Object.keys(now)
    .filter((name) => i18n.has(`fields.${name}`) && JSON.stringify(before[name]) !== JSON.stringify(now[name]))
    .map((name) => {
      const [was, is] = [textOf(name, before[name]), textOf(name, now[name])]
      return was === undefined || is === undefined ? labelOf(name) : `${labelOf(name)}: ${was} → ${is}`
    })
}

function textOf(name: string, value: unknown): string | undefined {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return t(value ? 'settings.yes' : 'settings.no')
  if (typeof value === 'number') return /amount|price|rate|due/i.test(name) ? money(value) : String(value)
  if (typeof value !== 'string') return undefined
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return dayText(value)
  const status = `booking.statuses.${value}`
  return i18n.has(status) ? t(status) : value
}
