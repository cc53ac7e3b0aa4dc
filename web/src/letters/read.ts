import { answer, api, data } from '../api/client'
import { here } from '../settings/records'
import type { Kind, State } from './letters'

interface Asked {
  page: number
  limit: number
  bookingId?: string
  state?: State
  kind?: Kind
}

/** letters is a page of those that were written, the newest first. */
export const letters = (query: Asked) =>
  answer(api.GET('/api/letters/{orgId}/list', { params: { path: here(), query } }))

/** words are the texts of all letters in all languages, and the placeholders that they may have. */
export const words = () => data(api.GET('/api/letters/{orgId}/texts', { params: { path: here() } }))
