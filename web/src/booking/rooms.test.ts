import { expect, it, vi } from 'vitest'

import { choices, hindrance, roomsText, type FreeRoom, type Now, type Room } from './rooms'
import { unassigned, type Standing } from './standing'

vi.mock('../session/session.svelte', () => ({ session: {} }))
vi.mock('../api/client', () => ({}))
vi.mock('../i18n/i18n.svelte', () => ({ i18n: {}, t: (key: string) => key }))

const room = (_id: string, more: Partial<Room> = {}) => ({ _id, ...more }) as Room
const now = (roomId: string, more: Partial<Now> = {}) =>
  ({ roomId, occupancy: 'vacant', housekeeping: 'clean', ...more }) as Now
const free = (roomId: string, roomNumber: string, roomType = 'Deluxe') =>
  ({ roomId, roomNumber, roomType, ratePerNight: 1, status: 'available' }) as FreeRoom

it('says why a room is not ready', () => {
  expect(hindrance(now('a'), 'a')).toBe('')
  expect(hindrance(now('a', { housekeeping: 'inspected', occupancy: 'arrival' }), 'a')).toBe('')
  expect(hindrance(now('a', { housekeeping: 'dirty' }), 'a')).toBe('dirty')
  expect(hindrance(now('a', { occupancy: 'stayover', housekeeping: 'dirty' }), 'a')).toBe('occupied')
  expect(hindrance(now('a', { occupancy: 'occupied' }), 'a')).toBe('occupied')
  expect(hindrance(now('a', { occupancy: 'due-out' }), 'a')).toBe('dueOut')
  expect(hindrance(now('a', { occupancy: 'due-out', bookingId: 'b' }), 'a', 'b')).toBe('')
  expect(hindrance(now('a', { occupancy: 'out-of-order' }), 'a')).toBe('maintenance')
  expect(hindrance(undefined, 'a')).toBe('unknown')
  expect(hindrance(undefined, '')).toBe('unassigned')
})

it('offers ready rooms of the same category first, as on the doors, and names those that others have', () => {
  const is = (kind: Standing['kind']) => ({ ...unassigned, kind })
  const standings = new Map([
    ['a', is('dueOut')],
    ['b', is('ready')],
    ['c', is('ready')],
    ['d', is('ready')],
    ['e', is('occupied')],
  ])
  const found = [free('d', '9', 'Suite'), free('a', '1'), free('c', '10'), free('b', '2')]
  const all = ['a', 'b', 'c', 'e'].map((id) =>
    room(id, { roomNumber: id, isActive: true, category: { _id: 'x', name: 'Deluxe' } }),
  )
  const list = choices(found, all, standings, 'Deluxe')
  expect(list.map(({ roomNumber }) => roomNumber)).toEqual(['2', '10', '1', '9', 'e'])
  expect(list.map(({ same }) => same)).toEqual([true, true, true, false, true])
  expect(list.map(({ disabled }) => disabled)).toEqual([false, false, false, false, true])
  expect(list[2]!.label).toBe('1 · Deluxe · booking.standing.dueOut')
})

it('names rooms by number, or by category before one is assigned', () => {
  const rooms = [
    { roomNumber: '101', roomType: 'Deluxe', categoryId: 'd' },
    { roomNumber: '', roomType: '', categoryId: 's' },
  ]
  const known = [room('a', { category: { _id: 's', name: 'Suite' } as Room['category'] })]
  expect(roomsText({ rooms }, known)).toBe('101, Suite')
  expect(roomsText({ rooms })).toBe('101, –')
})
