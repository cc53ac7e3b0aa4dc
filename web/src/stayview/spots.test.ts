import { expect, test, vi } from 'vitest'

import type { Bar, Piece, Row } from './chart'
import { stack } from './geometry'
import { modeAt, spotAt, type Frame } from './spots'

vi.mock('../session/session.svelte', () => ({ session: {} }))
vi.mock('../i18n/i18n.svelte', () => ({ i18n: { locale: 'en-IN' } }))

const scale = { from: '2026-04-01', days: 7, dayWidth: 40 }

function piece(key: string, from: string, until: string, bar: Partial<Bar> = {}): Piece {
  return { key, state: 'reserved', from, to: until, until, bar: bar as Bar }
}

const stay = piece('stay', '2026-04-02', '2026-04-05') // x from 1.5 to 4.5
const dayUse = piece('day use', '2026-04-05', '2026-04-05', { dayUse: true }) // x from 4.2 to 4.8
const category = { categoryId: 'c', name: 'Deluxe', rooms: 1, sold: [], outOfOrder: [], free: [] }
const type: Row = { kind: 'type', key: 't', height: 30, pieces: [], category, collapsed: false, rooms: 1, waiting: 0 }
const lane: Row = { kind: 'lane', key: 'l', height: 36, pieces: [stay, dayUse], category }
const stacked = stack([type, lane])

// The rows begin at y 150, and the days at x 200.
const frame: Frame = {
  box: { left: 100, right: 480, top: 100, bottom: 300 },
  head: 50,
  labels: 100,
  foot: 40,
  offset: { x: 0, y: 0 },
  rightToLeft: false,
}
const found = (x: number, y: number, more: Partial<Frame> = {}) => {
  const { part, row, piece } = spotAt(stacked, scale, { ...frame, ...more }, { x, y })
  return [part, row?.key, piece?.key]
}

test('a point is on a row, and on the piece that is seen there', () => {
  expect(found(210, 160)).toEqual(['body', 't', undefined])
  expect(found(210, 190)).toEqual(['body', 'l', undefined])
  expect(found(261, 190)).toEqual(['body', 'l', 'stay'])
  expect(found(372, 190)).toEqual(['body', 'l', 'day use']) // it lies over the stay
  expect(found(393, 190)).toEqual(['body', 'l', undefined])
})

test('a scrolled chart has something else at the same point', () => {
  expect(found(210, 160, { offset: { x: 60, y: 30 } })).toEqual(['body', 'l', 'stay'])
})

test('from right to left, days begin at the other side', () => {
  expect(found(480 - 161, 190, { rightToLeft: true })).toEqual(['body', 'l', 'stay'])
  expect(found(470, 190, { rightToLeft: true })[0]).toBe('labels')
})

test('labels, the head, the footer and what is below the last row are no body', () => {
  expect(found(199, 190)[0]).toBe('labels')
  expect(found(210, 149)[0]).toBe('outside')
  expect(found(210, 217)).toEqual(['outside', 'l', undefined])
  expect(found(210, 261, { offset: { x: 0, y: 60 } })[0]).toBe('outside')
})

test('the ends of a bar are its edges, as far as the chart shows them', () => {
  const at = (x: number, of = stay) => modeAt(scale, of, x)
  expect([at(1.6), at(3), at(4.4)]).toEqual(['start', 'move', 'end'])
  expect(at(4.3)).toBe('end') // nine pixels
  expect(at(4.27)).toBe('move')
  expect(at(0.05, piece('earlier', '2026-03-28', '2026-04-05'))).toBe('move')
  expect(at(6.95, piece('later', '2026-04-02', '2026-04-12'))).toBe('move')
  const short = piece('short', '2026-04-02', '2026-04-03') // an edge is a quarter of it at most
  const narrow = (of: Piece) => modeAt({ ...scale, dayWidth: 20 }, of, 1.85)
  expect([narrow(stay), narrow(short)]).toEqual(['start', 'move'])
  expect(at(4.25, dayUse)).toBe('move')
})
