import { expect, test } from 'vitest'

import { changesOf, fields, filled, type Draft, type Read } from './travel'

const blank = Object.fromEntries(fields.map((name) => [name, ''])) as Draft
const read: Read = {
  kind: 'passport',
  name: 'MAYA GURUNG',
  surname: 'GURUNG',
  givenNames: 'MAYA',
  number: 'PA0123456',
  issuer: 'NPL',
  issuerName: 'Nepal',
  nationality: 'NPL',
  nationalityName: 'Nepal',
  dateOfBirth: '1988-11-02',
  sex: '',
  expires: '2030-01-30',
  expired: false,
}

test('a passport fills its own fields, and keeps what it does not say', () => {
  const draft = { ...blank, sex: 'F', visaNumber: 'VJ1', passportPlace: 'Kathmandu' }
  expect(filled(draft, read)).toEqual({
    ...draft,
    surname: 'GURUNG',
    givenNames: 'MAYA',
    passportNumber: 'PA0123456',
    passportCountry: 'NPL',
    passportExpires: '2030-01-30',
  })
})

test('a visa fills number and validity of the visa', () => {
  const got = filled({ ...blank, passportNumber: 'PA1' }, { ...read, kind: 'visa' })
  expect([got.visaNumber, got.visaExpires, got.passportNumber]).toEqual(['PA0123456', '2030-01-30', 'PA1'])
})

test('only what differs is sent, and an emptied field as null', () => {
  const before = { ...blank, surname: 'RAO', visaType: 'Tourist' }
  expect(changesOf(before, { ...before, visaType: '', homePhone: '+977 1' })).toEqual({
    visaType: null,
    homePhone: '+977 1',
  })
})
