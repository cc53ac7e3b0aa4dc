import type { Schemas } from '../api/client'
import { addDays, nightsBetween, type Day } from '../i18n/format'
import { isShown, lanes, spanOf, type Scale, type Span } from './geometry'

type View = Schemas['FrontdeskChartView']
export type Block = Schemas['FrontdeskChartBlockView']
export type Hold = Schemas['FrontdeskChartHoldView']
export type Category = Schemas['FrontdeskChartCategoryView']
export type Room = Schemas['FrontdeskChartRoomView'] & { outOfOrder?: boolean }

/** Bar is a room of a booking: assigned, with a roomId, or with an entryId until then. */
export interface Bar {
  bookingId: string
  code: string
  roomId?: string
  entryId?: string
  categoryId: string // what was booked; '': just the room
  from: Day
  to: Day
  status: string // of the room: confirmed, checked-in, checked-out
  guestName: string // the first in the room
  sharers?: string // the others
  groupId?: string
  group?: string // its name
  company: string
  channel: string
  adults: number
  children: number
  balanceDue: number
  rooms: number // of the booking, in this chart
  version: number
  locked?: boolean
  dayUse?: boolean
  moved?: boolean
  overbooked?: boolean
}

export interface Chart {
  today: Day
  rooms: Room[]
  categories: Category[]
  days: View['days']
  bars: Bar[]
  blocks: Block[]
  holds: Hold[]
}

/** chartOf reads an answer of the server, which has its bars by columns. */
export function chartOf({ today, rooms, categories, days, bars: c, unassigned, blocks, holds }: View): Chart {
  const bars: Bar[] = c.bookingId.map((bookingId, i) => ({
    bookingId,
    code: c.code[i]!,
    roomId: rooms[c.room[i]!]!.roomId,
    categoryId: c.categoryId[i]!,
    from: c.from[i]!,
    to: c.to[i]!,
    status: c.status[i]!,
    guestName: c.guestName[i]!,
    sharers: c.sharers[i]!,
    groupId: c.groupId[i]!,
    group: c.group[i]!,
    company: c.company[i]!,
    channel: c.channel[i]!,
    adults: c.adults[i]!,
    children: c.children[i]!,
    balanceDue: c.balanceDue[i]!,
    rooms: c.rooms[i]!,
    version: c.version[i]!,
    locked: c.locked[i]!,
    dayUse: c.dayUse[i]!,
    moved: c.moved[i]!,
  }))
  for (const entry of unassigned) bars.push({ ...entry, status: 'confirmed' })
  const blocked = new Set(blocks.filter(({ from, to }) => from <= today && today < to).map(({ roomId }) => roomId))
  const shown = rooms.map((room) => ({ ...room, outOfOrder: blocked.has(room.roomId) }))
  return { today, rooms: shown, categories, days, bars, blocks, holds }
}

/** How a bar looks. `late` is a party that should have come, `overstay` one that should have left. */
export type State = 'reserved' | 'late' | 'inHouse' | 'overstay' | 'departed' | 'moved' | 'held' | 'blocked'

/** A piece of the chart: a room of a booking, a block, or a hold. It stays the same object until it changes. */
export interface Piece {
  key: string
  state: State
  from: Day
  to: Day
  /** Until when it is drawn: a guest who should have left is still there. */
  until: Day
  bar?: Bar
  block?: Block
  hold?: Hold
}

interface Common {
  key: string
  height: number
  pieces: readonly Piece[]
}

export type Row =
  | (Common & { kind: 'type'; category: Category; collapsed: boolean; rooms: number; waiting: number })
  | (Common & { kind: 'lane'; category: Category })
  | (Common & { kind: 'room'; category: Category; room: Room })

export function stateOf(bar: Bar, today: Day): State {
  if (bar.moved) return 'moved'
  if (bar.status === 'checked-out') return 'departed'
  if (bar.status === 'checked-in') return bar.to < today ? 'overstay' : 'inHouse'
  return bar.from < today ? 'late' : 'reserved'
}

// A booking may have left a room and come back to it, so what it has moved away from has its day in the key.
const keyOf = (bar: Bar) => `${bar.bookingId}/${bar.roomId ?? bar.entryId}${bar.moved ? `/${bar.from}` : ''}`

function same<T extends object>(a: T, b: T): boolean {
  for (const key in b) if (a[key] !== b[key]) return false
  return true
}

/** Pieces makes a chart's pieces by the key of their room or type. Those that haven't changed stay the same objects. */
export class Pieces {
  #known = new Map<string, Piece>()
  #today = ''

  of(chart: Chart): ReadonlyMap<string, Piece[]> {
    const before = this.#today === chart.today ? this.#known : new Map<string, Piece>()
    const now = new Map<string, Piece>()
    const places = new Map<string, Piece[]>()
    const add = (place: string, piece: Piece) => {
      now.set(piece.key, piece)
      const there = places.get(place)
      if (there) there.push(piece)
      else places.set(place, [piece])
    }
    for (const bar of chart.bars) {
      const key = keyOf(bar)
      const old = before.get(key)
      const piece = old?.bar && same(old.bar, bar) ? old : pieceOf(key, bar, chart.today)
      add(bar.roomId ?? laneOf(bar.categoryId), piece)
    }
    for (const block of chart.blocks) {
      const old = before.get(block.blockId)
      const { blockId: key, from, to } = block
      const piece: Piece = { key, state: 'blocked', from, to, until: to, block }
      add(block.roomId, old?.block && same(old.block, block) ? old : piece)
    }
    for (const hold of chart.holds) {
      const { holdId, roomId, from, to } = hold
      const key = `${holdId}/${roomId}`
      const old = before.get(key)
      const piece: Piece = { key, state: 'held', from, to, until: to, hold }
      add(roomId, old?.hold && same(old.hold, hold) ? old : piece)
    }
    this.#known = now
    this.#today = chart.today
    return places
  }
}

function pieceOf(key: string, bar: Bar, today: Day): Piece {
  const state = stateOf(bar, today)
  return { key, state, bar, from: bar.from, to: bar.to, until: state === 'overstay' ? today : bar.to }
}

export const laneOf = (categoryId: string): string => `lane/${categoryId}`
export const typeOf = (categoryId: string): string => `type/${categoryId}`

/** What the person looks for. Rows without it are left out, and bars without it pale. */
export interface Filter {
  type: string
  floor: string
  state: string
  text: string
  /** The bookings of a group; undefined: all of the hotel. */
  bookings?: ReadonlySet<string>
}

export const matches = ({ state, text, bookings }: Filter, piece: Piece): boolean =>
  (!state || piece.state === state) &&
  (!text || textOf(piece).includes(text.toLowerCase())) &&
  (!bookings || (piece.bar !== undefined && bookings.has(piece.bar.bookingId)))

function textOf({ bar, block, hold }: Piece): string {
  const text = bar
    ? `${bar.guestName} ${bar.sharers ?? ''} ${bar.group ?? ''} ${bar.code} ${bar.company} ${bar.channel}`
    : (block?.reason ?? hold?.guestName)
  return (text ?? '').toLowerCase()
}

export interface Heights {
  type: number
  row: number
}

type Places = ReadonlyMap<string, Piece[]>

/** rowsOf are the chart's rows: each type with its lanes of rooms that are not assigned, and its rooms. */
export function rowsOf(
  chart: Chart,
  places: Places,
  filter: Filter,
  collapsed: ReadonlySet<string>,
  heights: Heights,
): Row[] {
  const rows: Row[] = []
  const sought = Boolean(filter.state || filter.text || filter.bookings)
  const wanted = (pieces: readonly Piece[]) => pieces.some((piece) => matches(filter, piece))
  const text = filter.text.toLowerCase()
  const named = (room: Room) =>
    text !== '' && !filter.state && !filter.bookings && room.roomNumber.toLowerCase() === text
  const roomsBy = grouped(chart.rooms, (room) => room.categoryId)
  for (const category of chart.categories) {
    const { categoryId } = category
    if (filter.type && filter.type !== categoryId) continue
    const lane = filter.floor ? none : (places.get(laneOf(categoryId)) ?? none)
    const waiting = lane.filter((piece) => !sought || matches(filter, piece))
    const rooms = (roomsBy.get(categoryId) ?? [])
      .filter((room) => !filter.floor || room.floor === filter.floor)
      .filter((room) => !sought || named(room) || wanted(places.get(room.roomId) ?? []))
    if (rooms.length === 0 && waiting.length === 0) continue
    const folded = collapsed.has(categoryId)
    rows.push({
      kind: 'type',
      key: typeOf(categoryId),
      height: heights.type,
      pieces: none,
      category,
      collapsed: folded,
      rooms: rooms.length,
      waiting: waiting.length,
    })
    if (folded) continue
    for (const [i, pieces] of lanes(waiting).entries()) {
      rows.push({ kind: 'lane', key: `${laneOf(categoryId)}/${i}`, height: heights.row, pieces, category })
    }
    for (const room of rooms) {
      const pieces = places.get(room.roomId) ?? none
      rows.push({ kind: 'room', key: room.roomId, height: heights.row, pieces, category, room })
    }
  }
  return rows
}

const none: readonly Piece[] = []

function grouped<T>(list: readonly T[], by: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of list) {
    const group = groups.get(by(one))
    if (group) group.push(one)
    else groups.set(by(one), [one])
  }
  return groups
}

/** Drawn is a piece where it is. */
export interface Drawn {
  piece: Piece
  span: Span
}

/** drawn places a row's pieces that are in view between two xs; the one with the key `always` is among them. */
export function drawn(scale: Scale, pieces: readonly Piece[], first: number, last: number, always = ''): Drawn[] {
  return pieces
    .map((piece) => ({ piece, span: spanOf(scale, piece.from, piece.until, piece.bar?.dayUse) }))
    .filter(({ piece, span }) => isShown(span) && ((span.end > first && span.start < last) || piece.key === always))
}

/** at is the piece that has the night of a day, if there is one. */
export function at(pieces: readonly Piece[], day: Day): Piece | undefined {
  return pieces.find((piece) => piece.from <= day && day < piece.until && !piece.bar?.dayUse)
}

/** nightsOf counts the nights of a piece. */
export const nightsOf = ({ from, to }: { from: Day; to: Day }): number => nightsBetween(from, to)

/** A stop of the cursor in a row: a piece, or an empty night. */
export interface Stop {
  day: Day
  piece?: Piece
}

/** stopsOf are a row's stops from its first day to its last: every piece once, and every night that nobody has. */
export function stopsOf(scale: Scale, pieces: readonly Piece[]): Stop[] {
  const last = addDays(scale.from, scale.days)
  const shown = drawn(scale, pieces, 0, scale.days).map(({ piece }) => piece)
  const stops: Stop[] = shown.map((piece) => ({ day: piece.from < scale.from ? scale.from : piece.from, piece }))
  for (let day = scale.from; day < last; day = addDays(day, 1)) {
    if (!at(shown, day)) stops.push({ day })
  }
  // On one day: who leaves on it, who has its daytime, then its night.
  const rank = ({ day, piece }: Stop) => {
    if (piece?.bar?.dayUse) return 1
    return piece?.until === day ? 0 : 2
  }
  return stops.sort((a, b) => (a.day === b.day ? rank(a) - rank(b) : a.day < b.day ? -1 : 1))
}
