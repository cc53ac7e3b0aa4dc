import { describe, expect, test, vi } from 'vitest'

import {
  dayAt,
  dayWindow,
  inlineFrom,
  isShown,
  lanes,
  noonAt,
  rowAt,
  rowWindow,
  scrollTo,
  spanOf,
  stack,
  widthOf,
} from './geometry'

vi.mock('../session/session.svelte', () => ({ session: {} }))
vi.mock('../i18n/i18n.svelte', () => ({ i18n: { locale: 'en-IN' } }))

const scale = { from: '2026-04-01', days: 14, dayWidth: 40 }

describe('a stay', () => {
  test('is from noon to noon, so that a departure and an arrival share a day', () => {
    expect(spanOf(scale, '2026-04-03', '2026-04-05')).toEqual({ start: 2.5, end: 4.5, earlier: false, later: false })
    expect(spanOf(scale, '2026-04-05', '2026-04-06').start).toBe(4.5)
  })

  test('of the daytime is around one noon', () => {
    const { start, end } = spanOf(scale, '2026-04-03', '2026-04-03', true)
    expect([Math.floor(start), Math.floor(end)]).toEqual([2, 2])
    expect(start < 2.5 && 2.5 < end).toBe(true)
  })

  test('ends at the edges of the chart, which say that there is more', () => {
    expect(spanOf(scale, '2026-03-20', '2026-05-01')).toEqual({ start: 0, end: 14, earlier: true, later: true })
    expect(isShown(spanOf(scale, '2026-03-30', '2026-04-01'))).toBe(true) // they leave on the first day
    expect(isShown(spanOf(scale, '2026-03-20', '2026-03-31'))).toBe(false)
    expect(isShown(spanOf(scale, '2026-04-15', '2026-04-18'))).toBe(false)
  })
})

describe('a point', () => {
  test('is counted from where lines begin: the left, and the right where one reads so', () => {
    const box = { left: 100, right: 500 }
    expect(inlineFrom(box, 130, false)).toBe(30)
    expect(inlineFrom(box, 470, true)).toBe(30)
  })

  const on = [
    [-1, '2026-04-01'],
    [0, '2026-04-01'],
    [2.9, '2026-04-03'],
    [20, '2026-04-14'],
  ] as const
  test.each(on)('at %d is on %s', (x, day) => {
    expect(dayAt(scale, x)).toBe(day)
  })

  const snaps = [
    [2.5, '2026-04-03'],
    [2.9, '2026-04-03'],
    [3.1, '2026-04-04'],
    [-0.6, '2026-03-31'],
  ] as const
  test.each(snaps)('at %d snaps to %s', (x, day) => {
    expect(noonAt(scale, x)).toBe(day)
  })
})

describe('rows', () => {
  const { rows, height } = stack([
    { key: 'a', height: 30 },
    { key: 'b', height: 40 },
    { key: 'c', height: 40 },
  ])

  test('are below each other', () => {
    expect(rows.map((row) => row.top)).toEqual([0, 30, 70])
    expect(height).toBe(110)
  })

  test.each([
    [-5, 0],
    [0, 0],
    [29, 0],
    [30, 1],
    [69, 1],
    [70, 2],
    [500, 2],
  ])('at y %d is row %d', (y, index) => {
    expect(rowAt(rows, y)).toBe(index)
  })

  test('in view are those between, with some beyond', () => {
    const many = stack(Array.from({ length: 300 }, (_, i) => ({ key: String(i), height: 40 }))).rows
    expect(rowWindow(many, 4000, 4800, 4)).toEqual({ first: 96, last: 125 })
    expect(rowWindow(many, 0, 800, 4)).toEqual({ first: 0, last: 25 })
    expect(rowWindow(many, 11_600, 12_400, 4)).toEqual({ first: 286, last: 300 })
    expect(rowWindow([], 0, 800)).toEqual({ first: 0, last: 0 })
  })
})

describe('days in view', () => {
  test.each([
    [0, 5, 0, 7],
    [8.2, 13.9, 7, 14],
    [6.9, 7.1, 0, 14],
    [-3, -1, 0, 0],
  ])('between %d and %d are %d to %d, in whole steps', (start, end, first, last) => {
    expect(dayWindow(scale, start, end)).toEqual({ first, last })
  })

  test('fill the breadth, and stay readable', () => {
    expect(widthOf(14, 1000, 24)).toBe(71)
    expect(widthOf(60, 1000, 24)).toBe(24)
  })
})

test('what overlaps is in lanes, as few as can be', () => {
  const stays = [
    { from: '2026-04-02', to: '2026-04-04' },
    { from: '2026-04-01', to: '2026-04-03' },
    { from: '2026-04-03', to: '2026-04-06' },
    { from: '2026-04-04', to: '2026-04-05' },
  ]
  expect(lanes(stays)).toEqual([
    [stays[1], stays[2]],
    [stays[0], stays[3]],
  ])
})

test.each([
  [100, 50, 10, 20, 10], // before: back to its beginning
  [100, 50, 160, 170, 120], // after: just far enough
  [100, 50, 110, 120, 100], // in view: nowhere
  [0, 50, 100, 200, 100], // too long: its beginning
])('from offset %d within %d, [%d, %d) is in view at %d', (offset, breadth, start, end, want) => {
  expect(scrollTo(offset, breadth, start, end)).toBe(want)
})
