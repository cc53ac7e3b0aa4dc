import { expect, it, vi } from 'vitest'

import { byStanding, standingOf, standingText, type Holder, type Standing } from './standing'

vi.mock('../i18n/i18n.svelte', () => ({
  i18n: { locale: 'en-IN' },
  t: (key: string, params: Record<string, string> = {}) =>
    [key.replace('booking.standing.', ''), params.guest, params.from, params.until, params.reason]
      .filter((part) => part && part !== 'booking.somebody')
      .join(' '),
}))
vi.mock('../session/session.svelte', () => ({ session: {} }))
vi.mock('../i18n/format', async (original) => ({
  ...(await original<typeof import('../i18n/format')>()),
  shortDay: (day: string) => day.slice(5),
}))

const today = '2026-04-14'
const holder = (more: Partial<Holder>): Holder => ({
  roomId: 'r',
  from: today,
  to: '2026-04-16',
  bookingId: 'b',
  guest: 'Ravi',
  reason: '',
  state: 'expected',
  dayUse: false,
  movable: true,
  categoryId: '',
  ...more,
})
const wish = { from: today, to: '2026-04-15' }
const say = (standing: Standing) => standingText(standing)
const now = (holders: Holder[], housekeeping: 'clean' | 'dirty' | 'inspected' | undefined = 'clean', asked = wish) =>
  say(standingOf(housekeeping, holders, asked, today))

it('says Ready only of a room that is empty, clean and in order', () => {
  expect(now([])).toBe('ready')
  expect(now([], 'inspected')).toBe('ready')
  expect(now([], 'dirty')).toBe('dirty')
  expect(say(standingOf(undefined, [], wish, today))).toBe('unknown')
  expect(now([holder({ state: 'inHouse', from: '2026-04-12' })])).toBe('occupied Ravi 04-12 04-16')
  expect(now([holder({ state: 'inHouse', from: '2026-04-12', to: today })])).toBe('dueOut Ravi 04-12 04-14')
  expect(now([holder({ state: 'overstay', from: '2026-04-11', to: '2026-04-13' })])).toBe('overstay Ravi 04-11 04-13')
  expect(now([holder({})])).toBe('taken Ravi 04-14 04-16')
  expect(now([holder({ state: 'block', bookingId: '', guest: '', reason: 'Paint' })])).toBe(
    'outOfOrder 04-14 04-16 Paint',
  )
})

it('says until when a room is free, and lets nobody be in their own way', () => {
  expect(now([holder({ from: '2026-04-18', to: '2026-04-20' })])).toBe('ready 04-18, until 04-18')
  expect(now([holder({})], 'clean', { ...wish, bookingId: 'b' } as typeof wish)).toBe('ready')
  expect(now([holder({ from: '2026-04-13', to: today })])).toBe('ready')
})

it('knows of a later day only who has the room then', () => {
  const later = { from: '2026-04-20', to: '2026-04-22' }
  expect(now([holder({ state: 'inHouse' })], 'dirty', later)).toBe('free')
  expect(now([holder({ from: '2026-04-21', to: '2026-04-23' })], 'dirty', later)).toBe('taken Ravi 04-21 04-23')
})

it('puts a day use between those who leave and those who come', () => {
  const day = { from: today, to: today }
  expect(now([holder({})], 'clean', day)).toBe('ready 04-14, until 04-14')
  expect(now([holder({ dayUse: true, to: today })], 'clean', day)).toBe('taken Ravi 04-14 04-14')
})

it('puts the rooms first that can be had', () => {
  const of = (kind: Standing['kind']): Standing => ({ kind, guest: '', from: '', until: '', reason: '' })
  const list = [of('outOfOrder'), of('dirty'), of('occupied'), of('ready'), of('dueOut')]
  expect(list.sort(byStanding).map(({ kind }) => kind)).toEqual(['ready', 'dirty', 'dueOut', 'occupied', 'outOfOrder'])
})
