import { expect, test, vi } from 'vitest'

import type { Line } from './board'

vi.mock('../session/session.svelte', () => ({ session: { orgId: 'hotel' } }))
vi.stubGlobal('location', { origin: 'http://sarai.test' })
const { byFloor, chosen } = await import('./board')

const line = (roomNumber: string, more: Partial<Line> = {}) =>
  ({
    roomNumber,
    floor: roomNumber[0],
    category: { name: 'Courtyard' },
    housekeeping: 'dirty',
    priority: false,
    ...more,
  }) as Line
const rooms = [
  line('101'),
  line('102', { priority: true, assignee: { _id: 'kamla', name: 'Kamla' } }),
  line('201', { housekeeping: 'clean', category: { _id: 'c', name: 'Lake View' } }),
]
const numbers = (lines: Line[]) => lines.map(({ roomNumber }) => roomNumber)
const all = { whose: '', state: '', floor: '', text: '' }

test.each([
  [{}, ['101', '102', '201']],
  [{ whose: 'kamla' }, ['102']],
  [{ whose: 'none' }, ['101', '201']],
  [{ state: 'clean' }, ['201']],
  [{ floor: '1', text: '10' }, ['101', '102']],
  [{ text: ' LAKE ' }, ['201']],
])('the choice %o', (choice, want) => {
  expect(numbers(chosen(rooms, { ...all, ...choice }))).toEqual(want)
})

test('what is urgent comes first on its floor', () => {
  expect(byFloor(rooms).map(([floor, lines]) => [floor, numbers(lines)])).toEqual([
    ['1', ['102', '101']],
    ['2', ['201']],
  ])
})
