import { authorized, type ApiError } from '../api/client'
import { madeFrom, told, type Versioned } from '../api/stale'
import { ago, dayText, money } from '../i18n/format'
import { i18n, t } from '../i18n/i18n.svelte'
import { session } from '../session/session.svelte'
import type { Typed } from './drafts'
import { labelOf } from './plain'

type Values = Record<string, unknown>

/** Conflict is that somebody else has changed a record, so that a change of it was refused. */
export interface Conflict {
  /** Who has changed what of it, in words. */
  text: string
  /** What was changed of it, as the fields of a form would have it, by their names. */
  theirs: Typed
}

/**
 * conflictOf reads what somebody else has changed of a record. The person knows then: sending the same again is a
 * change of the record as it is now.
 */
export async function conflictOf({ url, changed }: ApiError): Promise<Conflict> {
  const who = whoOf(changed)
  const before = madeFrom()
  const now = before && (await present(url, before).catch(() => undefined))
  if (!before || !now) return { text: who, theirs: {} }
  told(before, now.version)
  const what = differences(before as unknown as Values, now as unknown as Values)
  return {
    text: what.length ? `${who} ${what.join('; ')}.` : who,
    theirs: fieldsOf(before as unknown as Values, now as unknown as Values),
  }
}

function whoOf(changed: ApiError['changed']): string {
  if (!changed) return t('common.changedMeanwhile')
  const params = { by: changed.by, ago: ago(Date.parse(changed.at)) }
  return t(changed.by === session.me?.user.name ? 'common.changedByYou' : 'common.changedBy', params)
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

const changedNames = (before: Values, now: Values): string[] =>
  Object.keys(now).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]))

/** differences lists what of two versions a screen has a name for, each with what it was and is. */
export function differences(before: Values, now: Values): string[] {
  return changedNames(before, now)
    .filter((name) => i18n.has(`fields.${name}`))
    .map((name) => {
      const [was, is] = [textOf(name, before[name]), textOf(name, now[name])]
      return was === undefined || is === undefined ? labelOf(name) : `${labelOf(name)}: ${was} → ${is}`
    })
}

/** fieldsOf is what differs of two versions, by the names of a form's fields: `address.city` stands in an object. */
export function fieldsOf(before: Values, now: Values, within = ''): Typed {
  const typed: Typed = {}
  for (const name of changedNames(before, now)) {
    const value = now[name]
    if (value && typeof value === 'object') {
      if (!Array.isArray(value)) {
        Object.assign(typed, fieldsOf((before[name] ?? {}) as Values, value as Values, `${within}${name}.`))
      }
    } else {
      typed[within + name] = typeof value === 'boolean' ? (value ? 'on' : '') : String(value ?? '')
    }
  }
  return typed
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
