import { dayText } from '../i18n/format'

/** A line of what an entry of the audit log tells: a value, or one of before and one of after. */
export interface Line {
  name: string
  before?: string
  after: string
}

const isDay = /^\d{4}-\d{2}-\d{2}$/

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * linesOf reads the details of an entry. Values of before and after stand in them as `{from, to}`, `{before, after}` or
 * `{old, new}`, or as two records of these names whose members are compared; all else is as it stands.
 */
export function linesOf(details: Record<string, unknown>, prefix = ''): Line[] {
  for (const [old, fresh] of pairs) {
    if (isRecord(details[old]) && isRecord(details[fresh])) {
      const { [old]: before, [fresh]: after, ...others } = details
      return [
        ...compared(before as Record<string, unknown>, after as Record<string, unknown>),
        ...linesOf(others, prefix),
      ]
    }
  }
  return Object.entries(details).flatMap(([key, value]) => lineOf(prefix + key, value))
}

const pairs = [
  ['before', 'after'],
  ['old', 'new'],
  ['from', 'to'],
] as const

function lineOf(name: string, value: unknown): Line[] {
  if (!isRecord(value)) return [{ name, after: textOf(value) }]
  const pair = pairs.find(([old, fresh]) => old in value && fresh in value)
  if (pair) return [{ name, before: textOf(value[pair[0]]), after: textOf(value[pair[1]]) }]
  return linesOf(value, `${name}.`)
}

function compared(before: Record<string, unknown>, after: Record<string, unknown>): Line[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .map((name) => ({ name, before: textOf(before[name]), after: textOf(after[name]) }))
    .filter((line) => line.before !== line.after)
}

export function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.map(textOf).join(', ') || '–'
  if (isRecord(value)) {
    return linesOf(value)
      .map((line) => `${line.name}: ${line.after}`)
      .join(', ')
  }
  const text = String(value)
  return isDay.test(text) ? dayText(text, { day: 'numeric', month: 'short', year: 'numeric' }) : text
}
