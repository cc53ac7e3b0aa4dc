import { expect, it, vi } from 'vitest'

import { choices, hindrance, roomsText, type FreeRoom, type Now, type Room } from './rooms'

vi.mock('../session/session.svelte', () => ({ session: {} }))
vi.mock('../api/client', () => ({}))
vi.mock('../i18n/i18n.svelte', () => ({ t: (key: string) => key }))

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

it('offers ready rooms of the same category first, as on the doors, and says who is in the others', () => {
  const state = new Map(
    [now('a', { occupancy: 'due-out', guestName: 'Ravi' }), now('b'), now('c'), now('d')].map((one) => [
      one.roomId,
      one,
    ]),
  )
  const all = [free('d', '9', 'Suite'), free('a', '1'), free('c', '10'), free('b', '2')]
  const found = choices(all, state, 'Deluxe')
  expect(found.map(({ roomNumber }) => roomNumber)).toEqual(['2', '10', '1', '9'])
  expect(found.map(({ same }) => same)).toEqual([true, true, true, false])
  expect(found[2]!.label).toBe('1 · Deluxe · booking.hindrances.dueOut: Ravi')
  expect(choices(all, undefined, 'Deluxe')[0]!.label).toBe('1 · Deluxe') // who comes later
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
