import { expect, test } from 'vitest'

import { linesOf } from './difference'

test('values of before and after stand beside each other', () => {
  expect(linesOf({ code: 'BK-1', rate: { from: 10, to: 12 } })).toEqual([
    { name: 'code', after: 'BK-1' },
    { name: 'rate', before: '10', after: '12' },
  ])
  expect(linesOf({ before: { name: 'A', city: 'X' }, after: { name: 'B', city: 'X' } })).toEqual([
    { name: 'name', before: 'A', after: 'B' },
  ])
})

test('lists and records are readable', () => {
  expect(linesOf({ fields: ['name', 'phone'], stay: { nights: 2 }, none: [] })).toEqual([
    { name: 'fields', after: 'name, phone' },
    { name: 'stay.nights', after: '2' },
    { name: 'none', after: '–' },
  ])
})
