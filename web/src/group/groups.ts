import { createQuery } from '@tanstack/svelte-query'

import { answer, api, data, type Schemas } from '../api/client'
import { bookings as listBookings, type Page } from '../api/lists'
import { changed } from '../api/query'
import type { paths } from '../api/schema'
import { settled } from '../booking/actions'
import type { Booking } from '../booking/bookings'
import { dayText, nightsBetween, shortDay, today } from '../i18n/format'
import { t } from '../i18n/i18n.svelte'
import { href } from '../router.svelte'
import { session } from '../session/session.svelte'

export type Group = Schemas['GroupView']
export type Listed = Schemas['GroupListedView']
export type Block = Schemas['GroupBlockView']
export type Report = Schemas['RoomingReportView']
export type Member = Schemas['RoomingMemberView']

export const statuses = ['tentative', 'definite', 'cancelled'] as const

export const pathOf = (groupId: string) => ({ orgId: session.orgId, groupId })

export const isLive = ({ status }: Pick<Group, 'status'>): boolean => status !== 'cancelled'

type Query = NonNullable<paths['/api/groups/{orgId}/list']['get']['parameters']['query']>

/** groupsPage is a page of the groups, by the day of arrival. */
export const groupsPage = (query: Query) =>
  answer(api.GET('/api/groups/{orgId}/list', { params: { path: { orgId: session.orgId }, query } }))

export const groupQuery = (groupId: () => string) =>
  createQuery(() => ({
    queryKey: ['groups', 'one', groupId()],
    queryFn: () => data(api.GET('/api/groups/{orgId}/{groupId}', { params: { path: pathOf(groupId()) } })),
    enabled: groupId() !== '',
  }))

export const blockQuery = (groupId: () => string) =>
  createQuery(() => ({
    queryKey: ['groups', 'block', groupId()],
    queryFn: () => data(api.GET('/api/groups/{orgId}/{groupId}/block', { params: { path: pathOf(groupId()) } })),
    meta: { follows: ['bookings'] },
  }))

export const pickUpQuery = (groupId: () => string) =>
  createQuery(() => ({
    queryKey: ['groups', 'pick-up', groupId()],
    queryFn: () => data(api.GET('/api/groups/{orgId}/{groupId}/pick-up', { params: { path: pathOf(groupId()) } })),
    meta: { follows: ['bookings'] },
  }))

/** peopleQuery reads who of a group is in which room. */
export const peopleQuery = (groupId: () => string) =>
  createQuery(() => ({
    queryKey: ['bookings', 'people', groupId()],
    queryFn: () => data(api.GET('/api/groups/{orgId}/{groupId}/people', { params: { path: pathOf(groupId()) } })),
    enabled: groupId() !== '',
    meta: { follows: ['groups', 'rooms'] },
  }))

/** members is a page of a group's bookings, by the day of arrival. */
export const members = (groupId: string, page: number, search = ''): Promise<Page<Booking>> =>
  listBookings({ groupId, page, limit: 100, sort: 'checkIn', search: search || undefined })

/** The new booking for a group: for its nights that are still to come. */
export const bookHref = ({ _id, checkIn, checkOut }: Group): string =>
  href('newBooking', { groupId: _id, from: checkIn > today() ? checkIn : today(), to: checkOut })

/** moved has everything read anew that a change of a group's block or bookings touches. */
export const moved = (): Promise<unknown> => Promise.all([changed('groups'), settled()])

export const datesText = ({ checkIn, checkOut }: Pick<Group, 'checkIn' | 'checkOut'>): string =>
  `${shortDay(checkIn)} – ${shortDay(checkOut)}`

/** cutOffText is when the group's rooms that nobody has taken are released. */
export const cutOffText = ({ cutoffDate, cutoffDays }: Pick<Group, 'cutoffDate' | 'cutoffDays'>): string =>
  cutoffDate ? dayText(cutoffDate) : cutoffDays !== null ? t('groups.rolling', { count: cutoffDays }) : ''

/** aboutText is a group in a line: its code, dates and nights. */
export const aboutText = (group: Group): string =>
  [
    group.code,
    datesText(group),
    t('booking.nightsCount', { count: nightsBetween(group.checkIn, group.checkOut) }),
  ].join(' · ')
