import { describe, expect, test, vi } from 'vitest'

import { at, drawn, matches, Pieces, rowsOf, stateOf, stopsOf, type Bar, type Chart, type Filter } from './chart'

vi.mock('../session/session.svelte', () => ({ session: {} }))
vi.mock('../i18n/i18n.svelte', () => ({ i18n: { locale: 'en-IN' } }))

const bar = (more: Partial<Bar> = {}): Bar => ({
  bookingId: 'b1',
  code: 'BK-1',
  roomId: 'r1',
  from: '2026-04-03',
  to: '2026-04-05',
  status: 'confirmed',
  categoryId: '',
  guestName: 'Asha Rao',
  company: '',
  channel: '',
  adults: 2,
  children: 0,
  balanceDue: 0,
  rooms: 1,
  version: 1,
  ...more,
})

const category = (categoryId: string, name: string) => ({
  categoryId,
  name,
  rooms: 2,
  sold: [],
  outOfOrder: [],
  free: [],
})

const chart = (more: Partial<Chart> = {}): Chart => ({
  today: '2026-04-04',
  days: [],
  bars: [bar()],
  blocks: [],
  holds: [],
  rooms: [
    { roomId: 'r1', roomNumber: '101', categoryId: 'c1', floor: '1', housekeeping: 'clean' },
    { roomId: 'r2', roomNumber: '201', categoryId: 'c1', floor: '2', housekeeping: 'dirty' },
    { roomId: 'r3', roomNumber: '301', categoryId: 'c2', floor: '3', housekeeping: 'clean' },
  ],
  categories: [category('c1', 'Deluxe'), category('c2', 'Suite')],
  ...more,
})

const all = { type: '', floor: '', state: '', text: '' }
const keys = (of: Chart, filter: Filter = all, collapsed: string[] = []) =>
  rowsOf(of, new Pieces().of(of), filter, new Set(collapsed), { type: 30, row: 40 }).map((row) => row.key)

test('a group has its own rooms alone', () => {
  const of = chart({ bars: [bar(), bar({ bookingId: 'b2', roomId: 'r3' })] })
  const filter = { ...all, bookings: new Set(['b2']) }
  expect(keys(of, filter)).toEqual(['type/c2', 'r3'])
  expect(keys(of, { ...filter, text: '101' })).toEqual([])
  expect(keys(of, { ...all, bookings: new Set() })).toEqual([])
})

test.each([
  [{}, 'late'],
  [{ from: '2026-04-04' }, 'reserved'],
  [{ status: 'checked-in' as const }, 'inHouse'],
  [{ status: 'checked-in' as const, to: '2026-04-04' }, 'inHouse'], // they leave today
  [{ status: 'checked-in' as const, from: '2026-04-01', to: '2026-04-03' }, 'overstay'],
  [{ status: 'checked-out' as const }, 'departed'],
  [{ status: 'checked-in' as const, moved: true }, 'moved'],
])('%o on 4 April is %s', (more, state) => {
  expect(stateOf(bar(more), '2026-04-04')).toBe(state)
})

test('a guest who should have left is drawn until today', () => {
  const pieces = new Pieces().of(chart({ bars: [bar({ status: 'checked-in', from: '2026-04-01', to: '2026-04-03' })] }))
  expect(pieces.get('r1')![0]).toMatchObject({ to: '2026-04-03', until: '2026-04-04' })
})

test('what others change leaves all other pieces as they are', () => {
  const pieces = new Pieces()
  const other = bar({ bookingId: 'b2', roomId: 'r2' })
  const before = pieces.of(chart({ bars: [bar(), other] }))
  const after = pieces.of(chart({ bars: [{ ...bar() }, { ...other, balanceDue: 5, version: 2 }] }))
  expect(after.get('r1')![0]).toBe(before.get('r1')![0])
  expect(after.get('r2')![0]).not.toBe(before.get('r2')![0])
  expect(after.get('r2')![0]!.key).toBe(before.get('r2')![0]!.key)
})

describe('rows', () => {
  const waiting = bar({ bookingId: 'b3', roomId: undefined, entryId: 'e1', categoryId: 'c1', guestName: 'Ben' })

  test('are types with their lanes and rooms', () => {
    expect(keys(chart({ bars: [bar(), waiting] }))).toEqual(['type/c1', 'lane/c1/0', 'r1', 'r2', 'type/c2', 'r3'])
    expect(keys(chart({ bars: [bar(), waiting] }), all, ['c1'])).toEqual(['type/c1', 'type/c2', 'r3'])
  })

  test.each([
    [{ type: 'c2' }, ['type/c2', 'r3']],
    [{ floor: '2' }, ['type/c1', 'r2']],
    [{ text: 'asha' }, ['type/c1', 'r1']],
    [{ text: 'ben' }, ['type/c1', 'lane/c1/0']],
    [{ text: '301' }, ['type/c2', 'r3']],
    [{ state: 'late' }, ['type/c1', 'lane/c1/0', 'r1']],
    [{ state: 'departed' }, []],
  ])('of %o', (filter, want) => {
    expect(keys(chart({ bars: [bar(), waiting] }), { ...all, ...filter })).toEqual(want)
  })
})

test('in view is what is between, and always what is held', () => {
  const scale = { from: '2026-04-01', days: 60, dayWidth: 24 }
  const bars = [bar(), bar({ bookingId: 'b2', from: '2026-04-20', to: '2026-04-25' })]
  const pieces = new Pieces().of(chart({ bars })).get('r1')!
  expect(drawn(scale, pieces, 14, 28).map(({ piece }) => piece.bar!.bookingId)).toEqual(['b2'])
  expect(drawn(scale, pieces, 14, 28, 'b1/r1')).toHaveLength(2)
  expect(at(pieces, '2026-04-04')!.bar!.bookingId).toBe('b1')
  expect(at(pieces, '2026-04-05')).toBeUndefined()
  expect(matches({ ...all, text: 'bk-1' }, pieces[0]!)).toBe(true)
})

test('the cursor stops at every piece once, and at every free night', () => {
  const scale = { from: '2026-04-03', days: 5, dayWidth: 24 }
  const bars = [
    bar({ bookingId: 'leaving', from: '2026-04-01', to: '2026-04-03' }),
    bar({ bookingId: 'daytime', from: '2026-04-04', to: '2026-04-04', dayUse: true }),
    bar({ bookingId: 'staying', from: '2026-04-05', to: '2026-04-07' }),
  ]
  const stops = stopsOf(scale, new Pieces().of(chart({ bars })).get('r1')!)
  expect(stops.map(({ day, piece }) => [day.slice(-2), piece?.bar?.bookingId])).toEqual([
    ['03', 'leaving'],
    ['03', undefined],
    ['04', 'daytime'],
    ['04', undefined],
    ['05', 'staying'],
    ['07', undefined],
  ])
})
