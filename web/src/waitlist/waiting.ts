import { createQuery } from '@tanstack/svelte-query'

import { answer, api, data, type Schemas } from '../api/client'
import { shortDay } from '../i18n/format'
import { t } from '../i18n/i18n.svelte'
import { href } from '../router.svelte'
import { session } from '../session/session.svelte'

export type Entry = Schemas['WaitlistView']
type Status = Entry['status'] | 'live'

export const pathOf = (waitlistId: string) => ({ orgId: session.orgId, waitlistId })

/** An entry that can still become a booking. */
export const isLive = ({ status }: Entry): boolean => status === 'waiting' || status === 'open'

export const entryQuery = (waitlistId: () => string) =>
  createQuery(() => ({
    queryKey: ['waitlist', 'one', waitlistId()],
    queryFn: () => data(api.GET('/api/waitlist/{orgId}/{waitlistId}', { params: { path: pathOf(waitlistId()) } })),
    enabled: waitlistId() !== '',
  }))

/** waiting is a page of the waitlist; who came first is first. */
export const waiting = (query: { status?: Status; page?: number; limit?: number }) =>
  answer(api.GET('/api/waitlist/{orgId}/list', { params: { path: { orgId: session.orgId }, query } }))

/** roomsText is what somebody waits for: `2 × Courtyard Room`. */
export const roomsText = ({ rooms, roomType }: Pick<Entry, 'rooms' | 'roomType'>): string =>
  t('waitlist.roomsOf', { count: rooms, category: roomType || t('waitlist.anyCategory') })

export const datesText = ({ checkIn, checkOut }: Pick<Entry, 'checkIn' | 'checkOut'>): string =>
  `${shortDay(checkIn)} – ${shortDay(checkOut)}`

/** How a moment of these lists is written: `26 Nov, 4:47 pm`. */
export const until: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' }

/** The new booking that begins with what an entry says. */
export const bookHref = ({ _id, checkIn, checkOut }: Entry): string =>
  href('newBooking', { waitlistId: _id, from: checkIn, to: checkOut })
