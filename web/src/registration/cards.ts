import { createQuery } from '@tanstack/svelte-query'

import { answer, api, data, type Schemas } from '../api/client'
import type { paths } from '../api/schema'
import { pathOf } from '../booking/actions'
import { session } from '../session/session.svelte'

export type Card = Schemas['RegistrationView']

/** cardsQuery reads the registration cards of a booking, also those that have no number yet. */
export const cardsQuery = (bookingId: () => string) =>
  createQuery(() => ({
    queryKey: ['bookings', 'registrations', bookingId()],
    queryFn: () =>
      data(api.GET('/api/bookings/{orgId}/{bookingId}/registrations', { params: { path: pathOf(bookingId()) } })),
  }))

/** What a guest says on a card. */
export const answers = ['comingFrom', 'goingTo', 'purpose', 'vehicle'] as const

/** said is what the guest has said, on one line. */
export const said = (card: Pick<Card, (typeof answers)[number]>): string =>
  [[card.comingFrom, card.goingTo].filter(Boolean).join(' → '), card.purpose, card.vehicle].filter(Boolean).join(' · ')

export const cardPath = (bookingId: string, card: Card) => ({ ...pathOf(bookingId), cardId: card.stayGuestId })

type Query = NonNullable<paths['/api/bookings/{orgId}/register']['get']['parameters']['query']>

/** register is a page of who arrived on a day, in the order in which they came. */
export const register = (query: Query) =>
  answer(api.GET('/api/bookings/{orgId}/register', { params: { path: { orgId: session.orgId }, query } }))
