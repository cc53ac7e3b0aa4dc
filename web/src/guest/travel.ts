import type { Schemas } from '../api/client'

export type Travel = Schemas['GuestTravelView']
export type Read = Schemas['GuestMRZView']

/** The texts of a passport and a visa, as a form has them. */
export const fields = [
  'surname',
  'givenNames',
  'sex',
  'specialCategory',
  'homePhone',
  'passportNumber',
  'passportCountry',
  'passportPlace',
  'passportIssued',
  'passportExpires',
  'visaNumber',
  'visaType',
  'visaSubtype',
  'visaPlace',
  'visaIssued',
  'visaExpires',
] as const

export type Draft = Record<(typeof fields)[number], string>

export const draftOf = (travel: Travel): Draft =>
  Object.fromEntries(fields.map((name) => [name, travel[name]])) as Draft

/** changesOf are the fields that differ; null empties one. */
export const changesOf = (before: Draft, now: Draft): Partial<Record<keyof Draft, string | null>> =>
  Object.fromEntries(fields.filter((name) => now[name] !== before[name]).map((name) => [name, now[name] || null]))

/** filled is the draft with what the machine-readable zone of a passport or a visa says. */
export function filled(draft: Draft, { kind, surname, givenNames, sex, number, issuer, expires }: Read): Draft {
  const person = { ...draft, surname, givenNames, sex: sex || draft.sex }
  return kind === 'passport'
    ? { ...person, passportNumber: number, passportCountry: issuer, passportExpires: expires }
    : { ...person, visaNumber: number, visaExpires: expires }
}

/** isEmpty tells whether nothing is noted yet. */
export const isEmpty = (travel: Travel): boolean => fields.every((name) => !travel[name])
