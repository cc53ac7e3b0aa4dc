import { answer, api, data, type Schemas } from '../api/client'
import { changed } from '../api/query'
import { t } from '../i18n/i18n.svelte'
import { session } from '../session/session.svelte'

export type Pair = Schemas['GuestfileSuggestionView']

const reasons = [
  'same-document',
  'same-email',
  'same-phone',
  'same-birth',
  'same-name',
  'similar-name',
  'other-name',
  'other-birth',
  'other-document',
] as const

/** reasonsOf says why two records may be of one person, and what speaks against it. */
export const reasonsOf = (found: readonly string[] | null): string =>
  reasons
    .filter((reason) => found?.includes(reason))
    .map((reason) => t(`merge.reasons.${reason}`))
    .join(', ')

const path = () => ({ orgId: session.orgId })

/** keepApart says that two records are of two people. */
export async function keepApart({ guest, duplicate }: Pair): Promise<void> {
  const body = { guestId: guest._id, duplicateId: duplicate._id }
  await answer(api.POST('/api/guests/{orgId}/merge/apart', { params: { path: path() }, body }))
  await changed('guests')
}

/** mergeAll makes one record of each pair, and answers those that couldn't be. */
export async function mergeAll(pairs: readonly Pair[]): Promise<Schemas['GuestfileDoneView'][]> {
  const merges = pairs.map(({ guest, duplicate }) => ({ guestId: guest._id, duplicateId: duplicate._id }))
  const done = await data(api.POST('/api/guests/{orgId}/merge/many', { params: { path: path() }, body: { merges } }))
  await changed('guests', 'bookings', 'invoices', 'quotes', 'waitlist')
  return (done ?? []).filter(({ problem }) => problem)
}

/** undo takes a merge back. */
export async function undo(mergeId: string): Promise<void> {
  const params = { path: { ...path(), mergeId } }
  await data(api.POST('/api/guests/{orgId}/merge/{mergeId}/undo', { params }))
  await changed('guests', 'bookings', 'invoices', 'quotes', 'waitlist')
}
