import { expect, test, vi } from 'vitest'

import { byDay, changeOf, lastDay, onTheBooks, paceOf, rangeOf, split } from './periods'

vi.mock('../session/session.svelte', () => ({ session: {} }))

test('a period ends yesterday, and the one before it ends where it begins', () => {
  expect(rangeOf(7, '2026-03-02')).toEqual({ from: '2026-02-23', to: '2026-03-01' })
  expect(rangeOf(7, '2026-03-02', true)).toEqual({ from: '2026-02-16', to: '2026-02-22' })
})

test('the days of two periods and of today are taken apart', () => {
  expect(split([1, 2, 3, 4, 5], 2)).toEqual({ before: [1, 2], now: [3, 4] })
  expect(split([3, 4, 5], 2)).toEqual({ before: [], now: [3, 4] })
})

test('a change is a part of what was before', () => {
  expect(changeOf(150, 100)).toBe(0.5)
  expect(changeOf(1, 0)).toBeUndefined()
})

test('days without a report keep their place', () => {
  const rows = byDay([{ date: '2026-03-01' }], { from: '2026-02-28', to: '2026-03-01' })
  expect(rows).toEqual([
    { date: '2026-02-28', row: undefined },
    { date: '2026-03-01', row: { date: '2026-03-01' } },
  ])
})

test('nights of all categories are added up', () => {
  const night = (date: string, rooms: number, held: number, sellable: number) => ({ date, rooms, held, sellable })
  const doubles = { nights: [night('2026-03-02', 8, 2, 6), night('2026-03-01', 8, 9, -1)] }
  const sums = onTheBooks([doubles, { nights: [night('2026-03-01', 2, 1, 1)] }])
  expect(sums).toEqual([night('2026-03-01', 10, 10, 1), night('2026-03-02', 8, 2, 6)])
})

test('one figure of the pace is taken out, with its sums', () => {
  const rows = [
    { rooms: 3, revenue: 100.1, lastYearRooms: 2, lastYearRevenue: 50 },
    { rooms: 1, revenue: 0.2, lastYearRooms: 0, lastYearRevenue: 0 },
  ]
  expect(paceOf(rows, 'rooms')).toEqual({ now: [3, 1], before: [2, 0], sum: 4, sumBefore: 2 })
  expect(paceOf(rows, 'revenue')).toEqual({ now: [100.1, 0.2], before: [50, 0], sum: 100.3, sumBefore: 50 })
})

test('a month ends with its last day', () => {
  expect(['2026-02', '2024-02', '2026-12'].map(lastDay)).toEqual(['2026-02-28', '2024-02-29', '2026-12-31'])
})
