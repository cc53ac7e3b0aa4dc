import { createQuery } from '@tanstack/svelte-query'

import { answer, api, data, type Schemas } from '../api/client'
import { pathOf } from '../booking/actions'
import { list } from '../i18n/format'
import { t } from '../i18n/i18n.svelte'
import { session } from '../session/session.svelte'
import type { Tone } from '../ui/tones'

export type Checkin = Schemas['PrecheckView']
export type State = Checkin['state']

/** Complete waits for the desk: somebody has still to look at the guest and the documents. */
export const toneOf: Record<State, Tone> = { none: 'neutral', started: 'info', complete: 'warn', verified: 'good' }

const steps = ['stay', 'party', 'documents', 'card', 'arrival'] as const

/** missingText names the steps that the guest has still to do. */
export const missingText = ({ missing }: Checkin): string =>
  list(steps.filter((step) => missing?.includes(step)).map((step) => t(`checkin.steps.${step}`)))

/** checkinQuery reads how far the guest of a booking is with checking in online. */
export const checkinQuery = (bookingId: () => string) =>
  createQuery(() => ({
    queryKey: ['bookings', 'checkin', bookingId()],
    queryFn: (): Promise<Checkin> =>
      data(api.GET('/api/bookings/{orgId}/{bookingId}/online-checkin', { params: { path: pathOf(bookingId()) } })),
  }))

/** checkinSettings reads whether and when guests check in online. */
export const checkinSettings = () =>
  data(api.GET('/api/bookings/{orgId}/online-checkin-settings', { params: { path: { orgId: session.orgId } } }))

/** states are those of the bookings that are found, by their ids; without those that haven't begun. */
export async function states(query: Record<string, string | number>): Promise<Record<string, State>> {
  const params = { path: { orgId: session.orgId }, query }
  const found = (await answer(api.GET('/api/bookings/{orgId}/list', { params }))).data as {
    bookingId: string
    onlineCheckin?: State
  }[]
  return Object.fromEntries(
    found.flatMap(({ bookingId, onlineCheckin }) => (onlineCheckin ? [[bookingId, onlineCheckin]] : [])),
  )
}
