import { expect, it, vi } from 'vitest'

import { choices, hindrance, roomsText, type FreeRoom, type Room } from './rooms'

vi.mock('../session/session.svelte', () => ({ session: {} }))
vi.mock('../api/client', () => ({}))

const room = (_id: string, more: Partial<Room> = {}) =>
  ({ _id, status: 'available', housekeeping: 'clean', ...more }) as Room
const free = (roomId: string, roomNumber: string, roomType = 'Deluxe') =>
  ({ roomId, roomNumber, roomType, ratePerNight: 1, status: 'available' }) as FreeRoom

it('says why a room is not ready', () => {
  expect(hindrance(room('a'), 'a')).toBe('')
  expect(hindrance(room('a', { housekeeping: 'inspected' }), 'a')).toBe('')
  expect(hindrance(room('a', { housekeeping: 'dirty' }), 'a')).toBe('dirty')
  expect(hindrance(room('a', { status: 'occupied', housekeeping: 'dirty' }), 'a')).toBe('occupied')
  expect(hindrance(room('a', { status: 'maintenance' }), 'a')).toBe('maintenance')
  expect(hindrance(undefined, 'a')).toBe('unknown')
  expect(hindrance(undefined, '')).toBe('unassigned')
})

it('offers ready rooms of the same category first, as on the doors', () => {
  const rooms = [room('a', { housekeeping: 'dirty' }), room('b'), room('c'), room('d')]
  const found = choices([free('d', '9', 'Suite'), free('a', '1'), free('c', '10'), free('b', '2')], rooms, 'Deluxe')
  expect(found.map(({ roomNumber }) => roomNumber)).toEqual(['2', '10', '1', '9'])
  expect(found.map(({ same }) => same)).toEqual([true, true, true, false])
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
