import { createQuery } from '@tanstack/svelte-query'

import { answer, api, data, type Schemas } from '../api/client'
import { dayText } from '../i18n/format'
import { i18n, t } from '../i18n/i18n.svelte'
import { session } from '../session/session.svelte'

const short = { day: 'numeric', month: 'short', year: 'numeric' } as const

export type Schedule = Schemas['ScheduleView']

export type Kept = Schemas['ScheduleKeptView']

/** keptQuery reads the reports that are kept with their filters: one's own, and those that are shared. */
export const keptQuery = () =>
  createQuery(() => ({
    queryKey: ['kept'],
    queryFn: async (): Promise<Kept[]> => {
      const params = { path: { orgId: session.orgId }, query: { limit: 100 } }
      return (await answer(api.GET('/api/analytics/{orgId}/kept-reports', { params }))).data
    },
  }))

export const periods = ['30-days', 'month', 'week', 'day'] as const

/** daysText says which days a kept report is of. */
export const daysText = ({ period, from, to }: Pick<Kept, 'period' | 'from' | 'to'>): string =>
  period ? t(`kept.periods.${period}`) : [...new Set([from!, to!])].map((day) => dayText(day, short)).join(' – ')

/** What can be scheduled, the most wanted first. */
export const reports: readonly Schedule['report'][] = [
  'flash',
  'month-papers',
  'balance-sheet',
  'profit-and-loss',
  'revenue',
  'production',
  'companies',
  'cancellations',
  'guests',
  'forecast',
]

/** formatsOf are those that a report is made in. */
export function formatsOf(report: Schedule['report']): readonly Schedule['format'][] {
  if (report === 'flash') return ['pdf', 'xlsx']
  return report === 'month-papers' ? ['pdf'] : ['xlsx']
}

/** reportText names a report. */
export function reportText(report: string): string {
  const key = `schedules.reports.${report}`
  return i18n.has(key) ? t(key) : report
}

export const rhythms = ['day', 'week', 'month'] as const

/** peopleQuery reads who may get a report: all members, or oneself alone where others aren't to be seen. */
export const peopleQuery = () =>
  createQuery(() => ({
    queryKey: ['people', 'recipients'],
    queryFn: async (): Promise<{ _id: string; name: string }[]> => {
      const me = session.me!.user
      if (!session.may('users.view')) return [{ _id: me.id, name: me.name }]
      const params = { path: { orgId: session.orgId } }
      const all = await data(api.GET('/api/users/{orgId}/list', { params }))
      return all.filter(({ isActive }) => isActive).map(({ _id, name }) => ({ _id, name }))
    },
  }))

export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`

/** weekdayText names a day of the week, of which Monday is 1: the fifth of January 2026 was one. */
export const weekdayText = (day: number): string =>
  dayText(`2026-01-${String(4 + day).padStart(2, '0')}`, { weekday: 'long' })
