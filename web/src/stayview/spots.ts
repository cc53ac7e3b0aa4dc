import { nightsBetween } from '../i18n/format'
import { drawn, type Piece, type Row } from './chart'
import { inlineFrom, rowAt, spanOf, type Placed, type Scale } from './geometry'
import type { Mode } from './moves'
import type { Point } from './pointer'

// What lies under a point on the screen.

/** Frame is where the chart is on the screen, in pixels. */
export interface Frame {
  /** Its box in the browser's window, without scrollbars. */
  box: { left: number; right: number; top: number; bottom: number }
  head: number
  labels: number
  foot: number
  /** How far its rows and days are scrolled. */
  offset: Point
  rightToLeft: boolean
}

export interface Spot {
  /** In days from the beginning of the first one. */
  x: number
  /** The row at that height; a point above the first row or below the last one counts as on it. */
  row: (Row & Placed) | undefined
  piece: Piece | undefined
  /** `outside` is the head, the footer and the empty space below the last row. */
  part: 'body' | 'labels' | 'outside'
}

interface Stacked {
  rows: readonly (Row & Placed)[]
  height: number
}

export function spotAt({ rows, height }: Stacked, scale: Scale, frame: Frame, point: Point): Spot {
  const { box, head, labels, foot, offset, rightToLeft } = frame
  const across = inlineFrom(box, point.x, rightToLeft) - labels
  const x = (across + offset.x) / scale.dayWidth
  const y = point.y - box.top - head + offset.y
  const row = rows[rowAt(rows, y)]
  const inside = point.y > box.top + head && point.y < box.bottom - foot && y <= height
  return { x, row, piece: row && pieceAt(row, scale, x), part: !inside ? 'outside' : across > 0 ? 'body' : 'labels' }
}

/** pieceAt is the piece at an x; of two that overlap, the one on top, which is drawn last. */
function pieceAt({ pieces }: Row, scale: Scale, x: number): Piece | undefined {
  return drawn(scale, pieces, 0, scale.days).findLast(({ span }) => span.start <= x && x < span.end)?.piece
}

/** modeAt tells what a mouse that presses on a piece means: the ends of a bar are its edges. */
export function modeAt(scale: Scale, { from, until, bar }: Piece, x: number): Mode {
  if (bar?.dayUse) return 'move'
  const near = Math.min(9, ((nightsBetween(from, until) || 0.6) * scale.dayWidth) / 4) / scale.dayWidth
  const span = spanOf(scale, from, until)
  if (!span.later && span.end - x < near) return 'end'
  return !span.earlier && x - span.start < near ? 'start' : 'move'
}
