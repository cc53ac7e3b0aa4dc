import { expect, test } from 'vitest'

import { chunks, formerCells, weekdayOf, type ProductDays } from './cells'

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
