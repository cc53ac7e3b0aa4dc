import { createQuery } from '@tanstack/svelte-query'

import { api, data, type Schemas } from '../api/client'
import { dayText } from '../i18n/format'
import { session } from '../session/session.svelte'

export type Schedule = Schemas['ScheduleView']

/** Which formats each report is made in. */
export const formats = {
  'flash': ['pdf', 'xlsx'],
  'month-papers': ['pdf'],
  'balance-sheet': ['xlsx'],
  'profit-and-loss': ['xlsx'],
  'revenue': ['xlsx'],
  'production': ['xlsx'],
} as const satisfies Record<Schedule['report'], readonly Schedule['format'][]>
export const reports = Object.keys(formats) as Schedule['report'][]
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
