import { expect, it, vi } from 'vitest'

import { agesOf, entryOf, isExpired, quoted, stayOf, totalOf, type Offer, type Pick } from './offers'

vi.mock('../session/session.svelte', () => ({ session: {} }))
vi.mock('../i18n/i18n.svelte', () => ({ i18n: {} }))

const offer = { offerToken: 'token', amount: 1000.01, totalAmount: 1050, expiresAt: '2026-04-01T10:00:00Z' } as Offer
const room = { roomId: 'r', roomNumber: '101', roomType: 'Deluxe', ratePerNight: 500, status: 'available' as const }
const pick = (more: Partial<Pick>): Pick => ({
  id: 1,
  categoryId: 'c',
  categoryName: 'Deluxe',
  rate: 500,
  adults: 2,
  children: 1,
  ...more,
})

it('reads ages as people type them', () => {
  expect(agesOf('4, 9')).toEqual([4, 9])
  expect(agesOf('4 and 9 years')).toEqual([4, 9])
  expect(agesOf('')).toEqual([])
})

it('costs what the offer promises, else the rate of each night', () => {
  expect(totalOf(pick({ offer }), 3)).toBe(1050)
  expect(totalOf(pick({ rate: 0.1 }), 3)).toBe(0.3)
  expect(totalOf(pick({ rate: null }), 3)).toBe(0)
})

it('books by the token alone, with the room that was chosen', () => {
  expect(entryOf(pick({ offer }))).toEqual({ offerToken: 'token' })
  const chosen = { roomId: 'r', roomNumber: '101', roomType: 'Deluxe' }
  expect(entryOf(pick({ offer, room }))).toEqual({ offerToken: 'token', ...chosen })
})

it('books any room of a category, or one, at a price of its own', () => {
  expect(entryOf(pick({}))).toEqual({ categoryId: 'c', adults: 2, children: 1, ratePerNight: 500 })
  expect(entryOf(pick({ room }))).toMatchObject({ roomId: 'r', ratePerNight: 500 })
})

it('quotes one price for all nights', () => {
  expect(quoted(pick({ offer }), 3)).toEqual({ roomType: 'Deluxe', adults: 2, children: 1, ratePerNight: 333.34 })
  expect(quoted(pick({ room }), 3)).toEqual({ roomId: 'r', adults: 2, children: 1, ratePerNight: 500 })
})

it('makes a stay of at least a night of what an address says', () => {
  const day = '2026-04-10'
  expect(stayOf(null, null, day)).toEqual({ checkIn: day, checkOut: '2026-04-11' })
  expect(stayOf('2026-05-01', '2026-05-03', day)).toEqual({ checkIn: '2026-05-01', checkOut: '2026-05-03' })
  expect(stayOf('2026-05-01', '2026-05-01', day)).toEqual({ checkIn: '2026-05-01', checkOut: '2026-05-02' })
  expect(stayOf('soon', 'later', day)).toEqual({ checkIn: day, checkOut: '2026-04-11' })
})

it('knows when a promise has ended', () => {
  expect(isExpired(offer, Date.parse('2026-04-01T09:59:59Z'))).toBe(false)
  expect(isExpired(offer, Date.parse('2026-04-01T10:00:00Z'))).toBe(true)
})
