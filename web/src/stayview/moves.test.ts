import { describe, expect, test, vi } from 'vitest'

import type { Bar, Piece, Row } from './chart'
import { changeOf, changes, fixed, refused, wishFor } from './moves'

vi.mock('../session/session.svelte', () => ({ session: {} }))
vi.mock('../i18n/i18n.svelte', () => ({ i18n: { locale: 'en-IN' } }))

const today = '2026-04-04'
const category = { categoryId: 'c1', name: 'Deluxe', rooms: 2, sold: [], outOfOrder: [], free: [] }

function piece(from: string, to: string, more: Partial<Bar> = {}, state: Piece['state'] = 'reserved'): Piece {
  const bar: Bar = {
    bookingId: `b${from}`,
    code: 'BK-1',
    roomId: 'r1',
    from,
    to,
    status: 'confirmed',
    guestName: 'Asha',
    categoryId: '',
    company: '',
    channel: '',
    adults: 2,
    children: 0,
    balanceDue: 0,
    rooms: 1,
    version: 1,
    ...more,
  }
  return { key: `${bar.bookingId}/${bar.roomId ?? bar.entryId}`, state, from, to, until: to, bar }
}

const room = (roomId: string, ...pieces: Piece[]): Row & { kind: 'room' } => ({
  kind: 'room',
  key: roomId,
  height: 40,
  category,
  pieces,
  room: { roomId, roomNumber: roomId, categoryId: 'c1', housekeeping: 'clean' },
})
const lane = (categoryId: string): Row => ({
  kind: 'lane',
  key: `lane/${categoryId}/0`,
  height: 40,
  pieces: [],
  category: { ...category, categoryId },
})

const stay = piece('2026-04-06', '2026-04-09')
const own = room('r1', stay)
const check = (held: Piece, over: Row, mode: 'move' | 'start' | 'end' = 'move', days = 0, from = own) =>
  refused(held, from, wishFor(held, mode, from, over, days), today, (day) => day)?.key

describe('a wish', () => {
  test('for another room keeps the dates, and within the room shifts them', () => {
    expect(wishFor(stay, 'move', own, room('r2'), 3)).toMatchObject({ from: '2026-04-06', to: '2026-04-09' })
    expect(wishFor(stay, 'move', own, own, 3)).toMatchObject({ from: '2026-04-09', to: '2026-04-12' })
    expect(wishFor(stay, 'end', own, room('r2'), 1)).toMatchObject({ row: own, from: '2026-04-06', to: '2026-04-10' })
    expect(changes(stay, own, wishFor(stay, 'move', own, own, 0))).toBe(false)
  })

  test('becomes a request', () => {
    expect(changeOf(stay, own, wishFor(stay, 'move', own, room('r2'), 0)).kind).toBe('move')
    expect(changeOf(stay, own, wishFor(stay, 'move', own, lane('c1'), 0)).kind).toBe('unassign')
    expect(changeOf(stay, own, wishFor(stay, 'end', own, own, 2))).toMatchObject({ kind: 'dates', start: 0, end: 2 })
    const waiting = piece('2026-04-06', '2026-04-09', { roomId: undefined, entryId: 'e1' })
    expect(changeOf(waiting, lane('c1'), wishFor(waiting, 'move', lane('c1'), own, 0)).kind).toBe('assign')
  })
})

describe('refused is', () => {
  test('a room that somebody has, not one that is left on that day', () => {
    expect(check(stay, room('r2', piece('2026-04-08', '2026-04-10')))).toBe('stayView.why.taken')
    const between = room('r2', piece('2026-04-04', '2026-04-06'), piece('2026-04-09', '2026-04-11'))
    expect(check(stay, between)).toBeUndefined()
    expect(check(stay, room('r2', piece('2026-04-08', '2026-04-10', { bookingId: 'b2026-04-06', roomId: 'r2' })))).toBe(
      'stayView.why.sameBooking',
    )
  })

  test('a room that is out of order or not in use', () => {
    const block: Piece = {
      key: 'x',
      state: 'blocked',
      from: '2026-04-07',
      to: '2026-04-08',
      until: '2026-04-08',
      block: { blockId: 'x', roomId: 'r2', from: '2026-04-07', to: '2026-04-08', reason: 'Bath' },
    }
    expect(check(stay, room('r2', block))).toBe('stayView.why.blocked')
    const inactive = room('r2')
    expect(check(stay, { ...inactive, room: { ...inactive.room, inactive: true } })).toBe('stayView.why.inactive')
  })

  test('a stay without a night, but not a day use, and that only where somebody stays over it', () => {
    expect(check(stay, own, 'end', -3)).toBe('stayView.why.noNight')
    const day = piece('2026-04-06', '2026-04-06', { dayUse: true })
    expect(check(day, room('r2', piece('2026-04-04', '2026-04-06'), piece('2026-04-06', '2026-04-08')))).toBeUndefined()
    expect(check(day, room('r2', piece('2026-04-05', '2026-04-07')))).toBe('stayView.why.taken')
    const other = piece('2026-04-06', '2026-04-06', { bookingId: 'o', dayUse: true })
    expect(check(day, room('r2', other))).toBe('stayView.why.taken')
  })

  test('of who is in house, all but the departure, and the nights to come', () => {
    const guest = piece('2026-04-02', '2026-04-06', { status: 'checked-in' }, 'inHouse')
    const home = room('r1', guest)
    expect(check(guest, home, 'move', 1, home)).toBe('stayView.why.arrived')
    expect(check(guest, home, 'end', -3, home)).toBe('stayView.why.past')
    expect(check(guest, home, 'end', -2, home)).toBeUndefined()
    // The nights of before stay in the old room, so the new one needs to be free from today on.
    expect(check(guest, room('r2', piece('2026-04-01', '2026-04-04')), 'move', 0, home)).toBeUndefined()
    expect(check(guest, lane('c1'), 'move', 0, home)).toBe('stayView.why.arrived')
  })

  test("another type's lane", () => {
    expect(check(stay, lane('c2'))).toBe('stayView.why.otherLane')
    expect(check(stay, lane('c1'))).toBeUndefined()
  })
})

test.each([
  ['departed', {}, 'move', 'stayView.why.departed'],
  ['moved', {}, 'move', 'stayView.why.moved'],
  ['overstay', { status: 'checked-in' as const }, 'move', 'stayView.why.overstay'],
  ['overstay', { status: 'checked-in' as const }, 'end', undefined],
  ['inHouse', { status: 'checked-in' as const }, 'start', 'stayView.why.arrived'],
  ['reserved', {}, 'move', undefined],
] as const)('%s %o for %s: %s', (state, more, mode, why) => {
  expect(fixed(piece('2026-04-01', '2026-04-03', more, state), mode)?.key).toBe(why)
})
