import { expect, it, vi } from 'vitest'

import type { Bar, Chart } from '../stayview/chart'
import { waysAround, waysInto, type Way } from './solutions'

vi.mock('../session/session.svelte', () => ({ session: {} }))
vi.mock('../api/client', () => ({}))
vi.mock('../i18n/i18n.svelte', () => ({ i18n: {}, t: (key: string) => key }))

const today = '2026-04-14'
const room = (roomId: string, categoryId = 'deluxe') => ({
  roomId,
  roomNumber: roomId,
  categoryId,
  housekeeping: 'clean',
})
const bar = (bookingId: string, roomId: string, from: string, to: string, more: Partial<Bar> = {}) =>
  ({ bookingId, roomId, from, to, status: 'confirmed', guestName: bookingId, categoryId: 'deluxe', ...more }) as Bar
const chart = (bars: Bar[], rooms = [room('1'), room('2'), room('3')]) =>
  ({ today, rooms, bars, blocks: [], holds: [], categories: [], days: [{ date: today }] }) as unknown as Chart

function words(way: Way): string {
  if (way.kind === 'room') return way.room.roomNumber
  if (way.kind === 'split') return `${way.first.roomNumber} ${way.on} ${way.then.roomNumber}`
  return `${way.other.guest} ${way.room.roomNumber} ${way.to.roomNumber}`
}

it('says who has the room, and finds another, two rooms, or a place for the other', () => {
  const bars = [bar('other', '1', '2026-04-17', '2026-04-19'), bar('me', '1', '2026-04-15', '2026-04-17')]
  const found = waysAround(chart(bars), '1', { from: '2026-04-15', to: '2026-04-18', bookingId: 'me' })
  expect(found.holders.map(({ guest, to }) => [guest, to])).toEqual([['other', '2026-04-19']])
  expect(found.ways.map(words)).toEqual(['2', '1 2026-04-17 2', 'other 1 2'])
})

it('moves nobody who has arrived, is to have this very room, or has no other of the category', () => {
  const wish = { from: '2026-04-15', to: '2026-04-18', bookingId: 'me' }
  const ways = (more: Partial<Bar>, rooms?: ReturnType<typeof room>[]) =>
    waysAround(chart([bar('other', '1', '2026-04-17', '2026-04-19', more)], rooms), '1', wish).ways.map(
      ({ kind }) => kind,
    )
  expect(ways({ locked: true })).toEqual(['room', 'split'])
  expect(ways({ status: 'checked-in', from: today })).toEqual(['room'])
  expect(ways({}, [room('1'), room('2', 'suite')])).toEqual(['room', 'split'])
  expect(ways({}, [room('1')])).toEqual([])
})

it('sends nobody back into the room that they are to leave', () => {
  const wish = { from: '2026-04-15', to: '2026-04-18', bookingId: 'me' }
  const bars = [bar('other', '1', '2026-04-16', '2026-04-19', { locked: true })]
  expect(waysAround(chart(bars), '1', wish, ['2']).ways.map(words)).toEqual(['3', '1 2026-04-16 3'])
})

it('has nothing to say of a room that is free', () => {
  expect(waysAround(chart([]), '1', { from: '2026-04-15', to: '2026-04-18' })).toEqual({ holders: [], ways: [] })
})

it('finds a way into a category that is free each night, and in no room for all', () => {
  const rooms = [room('1'), room('2')]
  const bars = [bar('a', '1', '2026-04-15', '2026-04-16'), bar('b', '2', '2026-04-16', '2026-04-17')]
  const wish = { from: '2026-04-15', to: '2026-04-17' }
  expect(waysInto(chart(bars, rooms), 'deluxe', wish).map(words)).toEqual(['a 1 2', '2 2026-04-16 1'])
  const locked = bars.map((one) => ({ ...one, locked: true }))
  expect(waysInto(chart(locked, rooms), 'deluxe', wish).map(words)).toEqual(['2 2026-04-16 1'])
  expect(waysInto(chart(locked, rooms), 'deluxe', wish, ['1'])).toEqual([])
})
