import { addDays, nightsBetween, today, type Day } from '../i18n/format'
import {
  at,
  Pieces,
  rowsOf,
  stopsOf,
  type Chart,
  type Filter,
  type Heights,
  type Piece,
  type Row,
  type Stop,
} from './chart'
import { dayWindow, rowWindow, scrollTo, spanOf, stack, widthOf, type Scale } from './geometry'
import { changes, refused, wishFor, type Mode, type Reason, type Wish } from './moves'

/** Where the cursor is: on a row's piece, or on so many empty nights of it. */
export interface Cursor {
  row: string
  day: Day
  piece: string // '': empty nights
  nights: number
}

/** Held is a stay in somebody's hand. It is a copy: what others change doesn't move it. */
export interface Held {
  piece: Piece
  mode: Mode
  own: Row
  over: Row
  days: number // that it is held away from its own
}

interface Sizes extends Heights {
  labels: number
  head: number
  leastDay: number
}

const nothing: Filter = { type: '', floor: '', state: '', text: '' }

/** The board is the chart as this person sees it: its rows and days, what is in view, the cursor, and what is held. */
export class Board {
  chart = $state.raw<Chart>()
  filter = $state.raw<Filter>(nothing)
  folded = $state.raw<ReadonlySet<string>>(new Set())
  from = $state<Day>(today())
  days = $state(14)
  sizes = $state.raw<Sizes>({ type: 30, row: 36, labels: 132, head: 56, leastDay: 26 })
  /** Whether prices are known, for a line of them in the footer. */
  priced = $state(false)
  /** The chart's box, and how far it is scrolled from where lines begin. */
  box = $state.raw({ width: 0, height: 0 })
  offset = $state.raw({ x: 0, y: 0 })
  cursor = $state.raw<Cursor>()
  held = $state.raw<Held>()
  #pieces = new Pieces()

  scale = $derived<Scale>({
    from: this.from,
    days: this.days,
    dayWidth: widthOf(this.days, this.box.width - this.sizes.labels, this.sizes.leastDay),
  })
  foot = $derived(this.priced && this.scale.dayWidth >= 40 ? 68 : 46)
  breadth = $derived(this.scale.days * this.scale.dayWidth)
  places = $derived(this.chart ? this.#pieces.of(this.chart) : new Map<string, Piece[]>())
  stacked = $derived(
    this.chart ? stack(rowsOf(this.chart, this.places, this.filter, this.folded, this.sizes)) : { rows: [], height: 0 },
  )
  #byKey = $derived(new Map(this.stacked.rows.map((row) => [row.key, row])))

  #rowWindow = $derived(rowWindow(this.stacked.rows, this.offset.y, this.offset.y + this.bodyHeight))
  #first = $derived(this.#rowWindow.first)
  #last = $derived(this.#rowWindow.last)
  /** The rows in view, and the cursor's: what has the focus stays in the page. */
  visible = $derived.by(() => {
    const rows = this.stacked.rows.slice(this.#first, this.#last)
    const own = this.cursor && this.#byKey.get(this.cursor.row)
    return own && !rows.includes(own) ? [...rows, own] : rows
  })

  #dayWindow = $derived(
    dayWindow(this.scale, this.offset.x / this.scale.dayWidth, (this.offset.x + this.bodyWidth) / this.scale.dayWidth),
  )
  firstDay = $derived(this.#dayWindow.first)
  lastDay = $derived(this.#dayWindow.last)

  get bodyWidth(): number {
    return Math.max(this.box.width - this.sizes.labels, 0)
  }

  get bodyHeight(): number {
    return Math.max(this.box.height - this.sizes.head - this.foot, 0)
  }

  row(key: string | undefined): (typeof this.stacked.rows)[number] | undefined {
    return key === undefined ? undefined : this.#byKey.get(key)
  }

  indexOf(key: string): number {
    return this.row(key)?.index ?? -1
  }

  /** The index that a day has in what the server counted, which may still be for other days. */
  countedAt(index: number): number {
    const first = this.chart?.days[0]?.date
    return first ? index + nightsBetween(first, this.from) : -1
  }

  // The cursor

  /** start puts the cursor on the first row, where there is none yet or its row is gone. */
  settle(): void {
    const { cursor } = this
    const row = this.row(cursor?.row)
    if (!cursor || !row) {
      const first = this.stacked.rows[0]
      this.cursor = first && { row: first.key, day: this.from, piece: '', nights: 1 }
    } else if (cursor.piece && !row.pieces.some((piece) => piece.key === cursor.piece)) {
      this.cursor = { ...cursor, piece: '', nights: 1 }
    } else if (!cursor.piece && row.kind !== 'type') {
      const taken = at(row.pieces, cursor.day)
      if (taken) this.place(row, { day: cursor.day, piece: taken })
    }
  }

  get current(): { row: Row; piece: Piece | undefined } | undefined {
    const row = this.row(this.cursor?.row)
    return row && { row, piece: row.pieces.find((piece) => piece.key === this.cursor!.piece) }
  }

  place(row: Row, stop: Stop, nights = 1): void {
    this.cursor = { row: row.key, day: stop.day, piece: stop.piece?.key ?? '', nights }
  }

  /** sideways moves the cursor by so many stops; far ones end at the row's ends. */
  sideways(steps: number): void {
    const { current, cursor } = this
    if (!current || !cursor || current.row.kind === 'type') return
    const stops = stopsOf(this.scale, current.row.pieces)
    const here = stops.findIndex(({ day, piece }) =>
      cursor.piece ? piece?.key === cursor.piece : !piece && day === cursor.day,
    )
    const stop = stops[Math.min(Math.max(here + steps, 0), stops.length - 1)]
    if (stop) this.place(current.row, stop)
  }

  /** upDown moves the cursor by so many rows, on the same day. */
  upDown(steps: number): void {
    const { cursor } = this
    if (!cursor) return
    const { rows } = this.stacked
    const row = rows[Math.min(Math.max(this.indexOf(cursor.row) + steps, 0), rows.length - 1)]
    if (row) this.place(row, { day: cursor.day, piece: at(row.pieces, cursor.day) })
  }

  /** widen makes the empty nights under the cursor more or fewer, as far as they are free. */
  widen(by: number): void {
    const { current, cursor } = this
    if (!current || !cursor || cursor.piece || current.row.kind === 'type') return
    const nights = Math.max(1, cursor.nights + by)
    const added = addDays(cursor.day, nights - 1)
    if (by > 0 && (at(current.row.pieces, added) || added >= addDays(this.from, this.days))) return
    this.cursor = { ...cursor, nights }
  }

  /** offsetFor is how far to scroll for a place to be in view. */
  offsetFor(row: { top: number; height: number }, start: number, end: number): { x: number; y: number } {
    const { dayWidth } = this.scale
    return {
      x: scrollTo(this.offset.x, this.bodyWidth, start * dayWidth, end * dayWidth),
      y: scrollTo(this.offset.y, this.bodyHeight, row.top, row.top + row.height),
    }
  }

  // What is held

  take(piece: Piece, own: Row, mode: Mode): void {
    this.held = { piece, own, over: own, mode, days: 0 }
  }

  holdAt(over: Row, days: number): void {
    if (this.held) this.held = { ...this.held, over: this.held.mode === 'move' ? over : this.held.own, days }
  }

  /** shift holds it so many days farther; in its own row, for elsewhere its dates stay. */
  shift(days: number): void {
    if (this.held) this.holdAt(this.held.own, this.held.over.key === this.held.own.key ? this.held.days + days : days)
  }

  /** carry holds it over the next row up or down that has a place for it. */
  carry(step: 1 | -1): void {
    const { held } = this
    if (!held) return
    const { rows } = this.stacked
    for (let i = this.indexOf(held.over.key) + step; i >= 0 && i < rows.length; i += step) {
      const row = rows[i]!
      if (row.kind === 'type') continue
      return this.holdAt(row, 0)
    }
  }

  drop(): void {
    this.held = undefined
  }

  get wish(): Wish | undefined {
    const { held } = this
    return held && wishFor(held.piece, held.mode, held.own, held.over, held.days)
  }

  /** verdict is why what is held can't be where it is held; undefined: it can, or is where it was. */
  verdict(dated: (day: Day) => string): Reason | undefined {
    const { held, wish } = this
    if (!held || !wish || !changes(held.piece, held.own, wish)) return undefined
    // The row as it is now: others may have changed it since it was picked up.
    const row = this.row(wish.row.key) ?? wish.row
    return refused(held.piece, held.own, { ...wish, row }, this.chart?.today ?? today(), dated)
  }

  get changed(): boolean {
    return Boolean(this.held && this.wish && changes(this.held.piece, this.held.own, this.wish))
  }

  /** ghost is where what is held is drawn. */
  get ghost(): { row: Row & { top: number }; start: number; end: number } | undefined {
    const { wish, held } = this
    const row = this.row(wish?.row.key)
    if (!wish || !held || !row) return undefined
    const until = wish.to === held.piece.to ? held.piece.until : wish.to
    const { start, end } = spanOf(this.scale, wish.from, until, held.piece.bar?.dayUse)
    return { row, start, end: Math.max(end, start + 0.5) }
  }
}
