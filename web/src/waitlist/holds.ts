import { answer, api, type Schemas } from '../api/client'
import { addDays, today, type Day } from '../i18n/format'
import { session } from '../session/session.svelte'

export type Hold = Schemas['HoldView']

/** What New booking would have held: rooms by one offer, at its prices. */
export interface Wanted {
  offerToken: string
  rooms: number
  checkIn: Day
  guestName: string
  guestPhone: string
  notes: string
}

export const pathOf = (holdId: string) => ({ orgId: session.orgId, holdId })

/** activeHolds is a page of the rooms that are held now. */
export const activeHolds = (query: { page?: number; limit?: number }) =>
  answer(
    api.GET('/api/holds/{orgId}/list', {
      params: { path: { orgId: session.orgId }, query: { ...query, status: 'active' } },
    }),
  )

/** numbersOf are the numbers of a hold's rooms. */
export const numbersOf = ({ rooms }: Pick<Hold, 'rooms'>): string =>
  rooms.map(({ roomNumber }) => roomNumber).join(', ')

/** keptPrice is what all nights of a hold's rooms cost at the prices that it keeps; undefined: it keeps none. */
export const keptPrice = ({ offer, rooms }: Hold): number | undefined =>
  offer && offer.prices.reduce((sum, price) => sum + price, 0) * rooms.length

/** usualEnd is until when a hold is made unless the desk says otherwise: tomorrow at six, or the end of the day of arrival. */
export function usualEnd(checkIn: Day, day = today()): { day: Day; time: string } {
  const tomorrow = addDays(day, 1)
  return checkIn <= day
    ? { day: checkIn, time: '23:59' }
    : { day: tomorrow < checkIn ? tomorrow : checkIn, time: '18:00' }
}
