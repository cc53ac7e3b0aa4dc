import { describe, expect, it, vi } from 'vitest'

import { changedNights, charges, nightsOf, openCharges, people, stateOf, type Booking, type Line } from './bookings'

vi.mock('../session/session.svelte', () => ({ session: {} }))
vi.mock('../i18n/i18n.svelte', () => ({ i18n: {} }))

const day = '2026-04-10'
const stay = (status: Booking['status'], checkIn: string, checkOut: string, noShow = false) => ({
  status,
  checkIn,
  checkOut,
  noShow,
})

describe('stateOf', () => {
  it.each([
    [stay('confirmed', '2026-04-11', '2026-04-12'), 'expected'],
    [stay('confirmed', day, '2026-04-12'), 'due-in'],
    [stay('confirmed', '2026-04-09', '2026-04-12'), 'not-arrived'],
    [stay('checked-in', '2026-04-09', '2026-04-12'), 'in-house'],
    [stay('checked-in', '2026-04-09', day), 'due-out'],
    [stay('checked-in', '2026-04-07', '2026-04-09'), 'overstay'],
    [stay('checked-out', '2026-04-07', '2026-04-09'), 'departed'],
    [stay('cancelled', '2026-04-07', '2026-04-09'), 'cancelled'],
    [stay('cancelled', '2026-04-07', '2026-04-09', true), 'no-show'],
  ] as const)('%o is %s', (booking, state) => expect(stateOf(booking, day)).toBe(state))
})

it('lists the nights of a stay, without the day of departure', () => {
  expect(nightsOf('2026-02-27', '2026-03-02')).toEqual(['2026-02-27', '2026-02-28', '2026-03-01'])
  expect(nightsOf(day, day)).toEqual([])
})

it('counts the people of all rooms', () => {
  const rooms = [
    { adults: 2, children: 1 },
    { adults: 1, children: 0 },
  ] as Booking['rooms']
  expect(people({ rooms })).toEqual({ adults: 3, children: 1 })
})

it('shows charges without the lines of their taxes, and lets invoices take the open ones', () => {
  const lines = [
    { lineId: 'a', type: 'room-night', status: 'open' },
    { lineId: '', type: 'tax', taxOf: 'a', status: 'open' },
    { lineId: 'b', type: 'service', status: 'billed' },
  ] as Line[]
  expect(charges(lines).map(({ lineId }) => lineId)).toEqual(['a', 'b'])
  expect(openCharges(lines).map(({ lineId }) => lineId)).toEqual(['a'])
})

it('sends the prices that were changed, and no other', () => {
  const night = (date: string, amount: number, roomId = 'r') => ({
    date,
    roomId,
    entryId: 'e',
    roomNumber: '1',
    amount,
    posted: false,
  })
  const before = [night(day, 100), night('2026-04-11', 100.1), night('2026-04-12', 100, '')]
  expect(changedNights(before, [100, 100.1, null])).toEqual([])
  expect(changedNights(before, [90, 100.1, 0])).toEqual([
    { date: day, roomId: 'r', amount: 90 },
    { date: '2026-04-12', roomId: 'e', amount: 0 },
  ])
})
