import type { Schemas } from '../api/client'

const own = [
  'name',
  'phone',
  'email',
  'idType',
  'idNumber',
  'nationality',
  'dateOfBirth',
  'company',
  'gstin',
  'notes',
  'vip',
  'language',
] as const
const ofAddress = ['line1', 'line2', 'city', 'pincode', 'state', 'country'] as const

/** A guest's record as the form has it: flat, with '' for what isn't known, and a preference in each line. */
export type Draft = Record<(typeof own)[number] | (typeof ofAddress)[number] | 'preferences', string>

export function blank(): Draft {
  return Object.fromEntries([...own, ...ofAddress, 'preferences'].map((name) => [name, ''])) as Draft
}

const lines = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  ),
]

/** given is a record as the form has it. */
export function given(guest: Schemas['GuestView'] | undefined): Draft | undefined {
  if (!guest) return undefined
  const draft = blank()
  for (const name of own) draft[name] = guest[name]
  for (const name of ofAddress) draft[name] = guest.address[name]
  draft.preferences = (guest.preferences ?? []).join('\n')
  return draft
}

/** changes are the fields that differ, as the API takes them: null clears one. */
export function changes(before: Draft, after: Draft): Schemas['GuestUpdateBody'] {
  const pick = (names: readonly (keyof Draft)[]) =>
    Object.fromEntries(names.filter((name) => before[name] !== after[name]).map((name) => [name, after[name] || null]))
  const address = pick(ofAddress)
  const body = pick(own) as Schemas['GuestUpdateBody']
  if (before.preferences !== after.preferences) body.preferences = lines(after.preferences)
  return Object.keys(address).length ? { ...body, address } : body
}
