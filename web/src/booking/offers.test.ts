import { expect, it, vi } from 'vitest'

import {
  added,
  agesOf,
  changeCount,
  entryOf,
  grouped,
  isExpired,
  isShort,
  leftFor,
  quoted,
  renewed,
  stayOf,
  sumOf,
  type Offer,
  type Pick,
} from './offers'

vi.mock('../session/session.svelte', () => ({ session: {} }))
vi.mock('../i18n/i18n.svelte', () => ({ i18n: {} }))

const offer = {
  offerToken: 'token',
  productId: 'p',
  categoryName: 'Deluxe',
  available: 12,
  amount: 1000.01,
  taxAmount: 50,
  totalAmount: 1050,
  nights: [{ amount: 333.33 }, { amount: 333.33 }, { amount: 333.35 }],
  expiresAt: '2026-04-01T10:00:00Z',
} as Offer
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

it('costs what the offer promises, else its own prices, with their tax once it is known', () => {
  expect(sumOf(pick({ offer }), 3)).toEqual({ total: 1050, tax: 50 })
  expect(sumOf(pick({ rate: 0.1 }), 3)).toEqual({ total: 0.3, tax: undefined })
  expect(sumOf(pick({ rate: null }), 0)).toEqual({ total: 0, tax: undefined })
  const agreed = { id: 1, rates: [100, 200], reason: 'x' }
  expect(sumOf(pick({ offer, agreed }), 2)).toEqual({ total: 300, tax: undefined })
  expect(sumOf(pick({ offer, agreed }), 2, { total: 315, tax: 15 })).toEqual({ total: 315, tax: 15 })
  expect(
    added([
      { total: 0.1, tax: 1 },
      { total: 0.2, tax: 2 },
    ]),
  ).toEqual({ total: 0.3, tax: 3 })
  expect(
    added([
      { total: 1, tax: 1 },
      { total: 2, tax: undefined },
    ]).tax,
  ).toBeUndefined()
})

it('counts rooms by offer: ten are one step, and the plans of a category share its rooms', () => {
  let id = 0
  const make = () => pick({ id: ++id, offer })
  const ten = changeCount([], offer, 10, make)
  expect(ten).toHaveLength(10)
  expect(grouped(ten)).toHaveLength(1)
  expect(changeCount(ten, offer, 8, make).map((one) => one.id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  const agreed = { id: 1, rates: [1], reason: '' }
  expect(grouped([...ten.slice(1), { ...ten[0]!, agreed }])).toHaveLength(2)
  const other = { ...offer, productId: 'q' }
  expect(leftFor(ten, other)).toBe(2)
  expect(leftFor(ten, offer)).toBe(12)
})

it('takes the offers of a new search for the same party, and drops what is not sold any more', () => {
  const picks = [pick({ id: 1, offer }), pick({ id: 2, offer: { ...offer, productId: 'gone' } }), pick({ id: 3 })]
  const found = renewed(picks, [{ ...offer, offerToken: 'new' }], 2, 1)
  expect(found.map(({ id }) => id)).toEqual([1, 3])
  expect(found[0]!.offer!.offerToken).toBe('new')
  expect(renewed(picks, [], 3, 0)).toHaveLength(3)
})

it('books by the token, with the room that was chosen and the price that was agreed', () => {
  expect(entryOf(pick({ offer }), '2026-04-30')).toEqual({ offerToken: 'token' })
  const chosen = { roomId: 'r', roomNumber: '101', roomType: 'Deluxe' }
  expect(entryOf(pick({ offer, room }), '2026-04-30')).toEqual({ offerToken: 'token', ...chosen })
  const agreed = { id: 1, rates: [100, null], reason: 'Returning' }
  expect(entryOf(pick({ offer, agreed }), '2026-04-30')).toEqual({
    offerToken: 'token',
    rates: [
      { date: '2026-04-30', amount: 100, note: 'Returning' },
      { date: '2026-05-01', amount: 0, note: 'Returning' },
    ],
  })
})

it('books any room of a category, or one, at a price of its own', () => {
  const entry = { categoryId: 'c', adults: 2, children: 1, ratePerNight: 500 }
  expect(entryOf(pick({}), '2026-04-30')).toEqual(entry)
  expect(entryOf(pick({ room }), '2026-04-30')).toMatchObject({ roomId: 'r', ratePerNight: 500 })
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

it('says when rooms are too few', () => {
  const reason = (code: string) => ({ reasons: [{ code }] })
  const found = (more: object) => ({ offers: [offer], rejected: [], extras: [], ...more }) as unknown as Found
  type Found = Parameters<typeof isShort>[0]
  expect(isShort(found({}), [])).toBe(false)
  expect(isShort(found({ offers: [] }), [])).toBe(true)
  expect(isShort(found({ rejected: [reason('min_stay')] }), [])).toBe(false)
  expect(isShort(found({ rejected: [reason('sold_out')] }), [])).toBe(true)
  expect(isShort(found({}), Array(12).fill(pick({ offer })))).toBe(true)
})
