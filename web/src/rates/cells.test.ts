import { expect, test } from 'vitest'

import { chunks, formerCells, newPrice, weekdayOf, type ProductDays } from './cells'

const before: ProductDays[] = [
  {
    productId: 'p',
    planId: 'x',
    planCode: 'BAR',
    categoryId: 'c',
    days: [
      { date: '2026-11-22', price: { value: 4600, source: 'cell' }, closed: { value: true, source: 'derived' } },
      { date: '2026-11-23', price: { value: 4200, source: 'default' } },
    ],
  },
]

test('undoing writes back what was set on the date, and clears what was not', () => {
  const written = [
    { productId: 'p', date: '2026-11-22', price: 5000, closed: false },
    { productId: 'p', date: '2026-11-23', price: 5000, minStayArrival: 2 },
  ]
  expect(formerCells(before, written)).toEqual([
    { productId: 'p', date: '2026-11-22', price: 4600, closed: null },
    { productId: 'p', date: '2026-11-23', price: null, minStayArrival: null },
  ])
})

test('weekdays are those of the calendar, and long lists come in parts', () => {
  expect([weekdayOf('2026-11-22'), weekdayOf('2026-11-23')]).toEqual(['sun', 'mon'])
  expect(chunks([1, 2, 3], 2)).toEqual([[1, 2], [3]])
})

test('prices change by a part, by an amount, or to those of another week', () => {
  expect(newPrice('percent', 7.5, 4600, undefined)).toBe(4945)
  expect(newPrice('percent', -10, 4505, undefined)).toBe(4055) // whole
  expect(newPrice('amount', -250.5, 4600, undefined)).toBe(4349.5)
  expect(newPrice('amount', -5000, 4600, undefined)).toBe(0)
  expect(newPrice('copy', null, 4600, 5300)).toBe(5300)
  expect(newPrice('set', null, 4600, undefined)).toBeNull()
})

test('what has no price, or the same, is left alone', () => {
  expect(newPrice('percent', 10, undefined, undefined)).toBeUndefined()
  expect(newPrice('amount', 0, 4600, undefined)).toBeUndefined()
  expect(newPrice('copy', null, 4600, 4600)).toBeUndefined()
  expect(newPrice('percent', null, 4600, undefined)).toBeUndefined()
})
