import { addDays, nightsBetween, type Day } from '../i18n/format'
import type { Key, Params } from '../i18n/messages'
import type { Bar, Piece, Row } from './chart'

/** What a person changes of a stay: its room or all of its dates, or one of its edges. */
export type Mode = 'move' | 'start' | 'end'

/** A wish is where somebody holds a stay: over which row, and for which nights. */
export interface Wish {
  row: Row
  from: Day
  to: Day
}

/** Why something can't be done, as a message. */
export interface Reason {
  key: Key
  params: Params
}

/** fixed tells why a stay can't be taken up at all. */
export function fixed(piece: Piece, mode: Mode): Reason | undefined {
  const no = (key: Key, params: Params = {}): Reason => ({ key, params })
  const { bar, state } = piece
  if (piece.hold) return no('stayView.why.hold')
  if (!bar) return no('stayView.why.block')
  if (state === 'departed') return no('stayView.why.departed', { code: bar.code })
  if (state === 'moved') return no('stayView.why.moved', { code: bar.code })
  if (state === 'overstay' && mode === 'move') return no('stayView.why.overstay', { code: bar.code })
  if (bar.status === 'checked-in' && mode === 'start') return no('stayView.why.arrived', { code: bar.code })
  return undefined
}

/** wishFor is where a stay is wanted: in another row its dates stay, in its own they shift by so many days. */
export function wishFor(piece: Piece, mode: Mode, own: Row, over: Row, days: number): Wish {
  if (mode === 'start') return { row: own, from: addDays(piece.from, days), to: piece.to }
  if (mode === 'end') return { row: own, from: piece.from, to: addDays(piece.to, days) }
  if (over.key !== own.key) return { row: over, from: piece.from, to: piece.to }
  return { row: own, from: addDays(piece.from, days), to: addDays(piece.to, days) }
}

/** changes tells whether a wish is for anything but how it is. */
export const changes = (piece: Piece, own: Row, wish: Wish): boolean =>
  wish.row.key !== own.key || wish.from !== piece.from || wish.to !== piece.to

/**
 * refused tells why a wish can't come true, as far as the chart knows; the server decides. A room that
 * somebody has is no target, unless one of the ways out is taken that the question offers then.
 */
export function refused(
  piece: Piece,
  own: Row,
  wish: Wish,
  today: Day,
  dated: (day: Day) => string,
): Reason | undefined {
  const bar = piece.bar!
  const no = (key: Key, params: Params = {}): Reason => ({ key, params })
  const inHouse = bar.status === 'checked-in'
  if (!bar.dayUse && wish.to <= wish.from) return no('stayView.why.noNight')
  if (inHouse && wish.from !== piece.from) return no('stayView.why.arrived', { code: bar.code })
  if (inHouse && wish.to !== piece.to && wish.to < today) return no('stayView.why.past', { today: dated(today) })
  if (wish.row.kind !== 'room') return refusedLane(piece, own, wish)
  const { room } = wish.row
  if (room.inactive && own.key !== room.roomId) return no('stayView.why.inactive', { room: room.roomNumber })
  const from = inHouse && wish.row.key !== own.key && wish.from < today ? today : wish.from
  const other = wish.row.pieces.find((there) => there.key !== piece.key && collides(bar, from, wish.to, there))
  if (!other) return undefined
  const dates = { room: room.roomNumber, from: dated(other.from), to: dated(other.to) }
  if (other.block) return no('stayView.why.blocked', { ...dates, reason: other.block.reason })
  if (other.hold) return no('stayView.why.held', dates)
  if (other.bar!.bookingId === bar.bookingId) return no('stayView.why.sameBooking', dates)
  return no('stayView.why.taken', { ...dates, guest: other.bar!.guestName })
}

function refusedLane(piece: Piece, own: Row, { row }: Wish): Reason | undefined {
  const bar = piece.bar!
  if (row.key === own.key) return undefined // the dates of a room that is not assigned yet
  if (row.kind === 'type' || bar.entryId) return { key: 'stayView.why.noRoom', params: {} }
  if (bar.status !== 'confirmed') return { key: 'stayView.why.arrived', params: { code: bar.code } }
  const booked = bar.categoryId || own.category.categoryId
  if (row.category.categoryId !== booked) return { key: 'stayView.why.otherLane', params: { type: row.category.name } }
  return undefined
}

/** collides tells whether a stay of these dates and what is there can't both be. A day use needs the daytime alone. */
function collides(bar: Bar, from: Day, to: Day, there: Piece): boolean {
  if (bar.dayUse && there.bar?.dayUse) return from === there.from
  if (bar.dayUse) return there.from < from && from < there.until
  if (there.bar?.dayUse) return from < there.from && there.from < to
  return from < there.until && there.from < to
}

/** What a confirmed wish asks of the server. */
export type Change =
  | { kind: 'move'; bar: Bar; to: Row & { kind: 'room' } }
  | { kind: 'dates'; bar: Bar; start: number; end: number } // by so many days
  | { kind: 'assign'; bar: Bar; to: Row & { kind: 'room' } }
  | { kind: 'unassign'; bar: Bar }

export function changeOf(piece: Piece, own: Row, wish: Wish): Change {
  const bar = piece.bar!
  if (wish.row.key === own.key) {
    return { kind: 'dates', bar, start: nightsBetween(piece.from, wish.from), end: nightsBetween(piece.to, wish.to) }
  }
  if (wish.row.kind !== 'room') return { kind: 'unassign', bar }
  return { kind: bar.entryId ? 'assign' : 'move', bar, to: wish.row }
}
