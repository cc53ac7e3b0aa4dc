import { expect, test, vi } from 'vitest'

import { linesOf } from './difference'

vi.mock('../session/session.svelte', () => ({ session: { zone: 'Asia/Kolkata', currency: 'INR' } }))
vi.mock('../i18n/i18n.svelte', () => ({ i18n: { locale: 'en-IN' } }))

test('values of before and after stand beside each other', () => {
  expect(linesOf({ code: 'BK-1', rate: { from: 10, to: 12 } })).toEqual([
    { name: 'code', after: 'BK-1' },
    { name: 'rate', before: '10', after: '12' },
  ])
  expect(linesOf({ before: { name: 'A', city: 'X' }, after: { name: 'B', city: 'X' } })).toEqual([
    { name: 'name', before: 'A', after: 'B' },
  ])
})

test('days are written as people write them', () => {
  expect(linesOf({ checkIn: '2026-11-27', nights: { from: ['2026-11-28'], to: [] } })).toEqual([
    { name: 'checkIn', after: '27 Nov 2026' },
    { name: 'nights', before: '28 Nov 2026', after: '–' },
  ])
})

test('lists and records are readable', () => {
  expect(linesOf({ fields: ['name', 'phone'], stay: { nights: 2 }, none: [] })).toEqual([
    { name: 'fields', after: 'name, phone' },
    { name: 'stay.nights', after: '2' },
    { name: 'none', after: '–' },
  ])
})
