import { addDays, nightsBetween, type Day } from '../i18n/format'

// Where things are in the chart. x is counted in days from the beginning of the first one, whichever side of the screen
// that is; y in pixels from the first row.

/** Scale says which days the chart shows, and how broad each is. */
export interface Scale {
  from: Day
  days: number
  dayWidth: number
}

/** A guest comes and goes at noon, so that on one day a departure and an arrival share the room's line. */
const noon = 0.5

/** Span is what the chart shows of a stay: x of its beginning and end, and whether more of it is beyond the edges. */
export interface Span {
  start: number
  end: number
  earlier: boolean
  later: boolean
}

/** spanOf is a stay's place: from noon to noon, of a day use around the noon. It is empty beyond the edges. */
export function spanOf({ from, days }: Scale, begins: Day, ends: Day, dayUse = false): Span {
  const start = nightsBetween(from, begins) + (dayUse ? 0.2 : noon)
  const end = nightsBetween(from, ends) + (dayUse ? 0.8 : noon)
  return { start: Math.max(0, start), end: Math.min(days, end), earlier: start < 0, later: end > days }
}

export const isShown = ({ start, end }: Span): boolean => start < end

/** inlineFrom is how far a point is from the side where lines begin, in a box: the one place that mirrors. */
export function inlineFrom(box: { left: number; right: number }, point: number, rightToLeft: boolean): number {
  return rightToLeft ? box.right - point : point - box.left
}

/** dayAt is the day at an x. */
export function dayAt({ from, days }: Scale, x: number): Day {
  return addDays(from, Math.min(Math.max(Math.floor(x), 0), days - 1))
}

/** noonAt is the day whose noon is the nearest to an x: where an edge of a stay snaps to. */
export function noonAt({ from }: Scale, x: number): Day {
  return addDays(from, Math.round(x - noon))
}

/** A row of the chart: a type's line, a lane of rooms that are not assigned, or a room. */
export interface Placed {
  key: string
  index: number
  top: number
  height: number
}

/** stack places rows below each other. */
export function stack<R extends { key: string; height: number }>(
  rows: readonly R[],
): {
  rows: (R & Placed)[]
  height: number
} {
  let top = 0
  const placed = rows.map((row, index) => {
    const at = { ...row, index, top }
    top += row.height
    return at
  })
  return { rows: placed, height: top }
}

/** rowAt is the index of the row at a y, at most the last one's. */
export function rowAt(rows: readonly Placed[], y: number): number {
  let low = 0
  let high = rows.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (rows[middle]!.top <= y) low = middle
    else high = middle - 1
  }
  return Math.max(low, 0)
}

/** A window is the indexes [first, last) of what is in view. */
export interface Window {
  first: number
  last: number
}

/** rowWindow is the rows between two ys, and some beyond so that scrolling has them ready. */
export function rowWindow(rows: readonly Placed[], top: number, bottom: number, beyond = 4): Window {
  if (rows.length === 0) return { first: 0, last: 0 }
  const first = Math.max(0, rowAt(rows, top) - beyond)
  const last = Math.min(rows.length, rowAt(rows, bottom) + 1 + beyond)
  return { first, last }
}

/** dayWindow is the days between two xs, in whole steps, so that it changes rarely. */
export function dayWindow({ days }: Scale, start: number, end: number, step = 7): Window {
  const first = Math.floor(Math.max(start, 0) / step) * step
  const last = Math.min(days, Math.ceil(Math.max(end, 0) / step) * step)
  return { first: Math.min(first, days), last: Math.max(last, Math.min(first, days)) }
}

/** lanes puts what overlaps below each other: a list for each lane, in as few as can be. */
export function lanes<S extends { from: Day; to: Day }>(stays: readonly S[]): S[][] {
  const found: S[][] = []
  for (const stay of [...stays].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0))) {
    const lane = found.find((taken) => {
      const last = taken[taken.length - 1]!
      return last.to <= stay.from && last.from !== stay.from
    })
    if (lane) lane.push(stay)
    else found.push([stay])
  }
  return found
}

/** widthOf is how broad a day is for so many days to fill the breadth, and not less than can be read. */
export function widthOf(days: number, breadth: number, least: number): number {
  return Math.max(least, Math.floor(breadth / days))
}

/** scrollTo is the offset from which [start, end) is in view within a breadth; it moves no farther than it must. */
export function scrollTo(offset: number, breadth: number, start: number, end: number): number {
  if (start < offset || end - start > breadth) return start
  return end > offset + breadth ? end - breadth : offset
}
