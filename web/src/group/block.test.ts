import { expect, test, vi } from 'vitest'

import { gridOf, setsOf, without, type BlockNight } from './block'

vi.mock('../session/session.svelte', () => ({ session: {} }))
vi.mock('../i18n/i18n.svelte', () => ({ i18n: {} }))

const night = (categoryId: string, date: string, blocked: number, pickedUp: number): BlockNight => ({
  categoryId,
  roomType: `Room ${categoryId}`,
  date,
  blocked,
  pickedUp,
  held: Math.max(0, blocked - pickedUp),
  released: false,
  rate: 4500,
})
const nights = [night('a', '2026-04-02', 5, 2), night('a', '2026-04-01', 5, 5), night('b', '2026-04-02', 3, 4)]

test('a block is a table of nights and categories', () => {
  const grid = gridOf(nights)
  expect(grid.categories.map(({ name }) => name)).toEqual(['Room a', 'Room b'])
  expect(grid.nights.map(({ date, blocked, pickedUp, held }) => [date, blocked, pickedUp, held])).toEqual([
    ['2026-04-01', 5, 5, 0],
    ['2026-04-02', 8, 6, 3],
  ])
  expect(grid.nights[0]!.cells.map((cell) => cell?.blocked)).toEqual([5, undefined])
  expect(gridOf([])).toEqual({ categories: [], nights: [] })
})

test('what is not typed is not sent', () => {
  const line = { categoryId: 'a', first: '2026-04-30', last: '2026-04-30' }
  expect(setsOf([{ ...line, rooms: 0, rate: null }])).toEqual([
    { categoryId: 'a', from: '2026-04-30', to: '2026-05-01', rooms: 0 },
  ])
  expect(setsOf([{ ...line, rooms: null, rate: 4000 }])).toEqual([
    { categoryId: 'a', from: '2026-04-30', to: '2026-05-01', rate: 4000 },
  ])
})

test('taking rooms off leaves what is picked up, and nights that are over', () => {
  expect(without(nights, 4, '2026-04-01').map(({ from, rooms }) => [from, rooms])).toEqual([['2026-04-02', 2]])
  expect(without(nights, 1, '2026-04-01', 'a')[0]!.rooms).toBe(4)
  expect(without(nights, 1, '2026-04-03')).toEqual([])
  expect(without(nights, 1, '2026-04-01', 'b')).toEqual([])
})
