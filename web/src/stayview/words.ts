import { addDays, money, shortDay, type Day } from '../i18n/format'
import { i18n, t } from '../i18n/i18n.svelte'
import { session } from '../session/session.svelte'
import type { Bar, Piece, Row } from './chart'
import type { Change, Wish } from './moves'

/** from – to, as short days. */
export const datesText = ({ from, to }: { from: Day; to: Day }): string => `${shortDay(from)} – ${shortDay(to)}`

export function partyText({ adults, children }: Bar): string {
  const texts = [t('stayView.adults', { count: adults })]
  if (children > 0) texts.push(t('stayView.children', { count: children }))
  return texts.join(', ')
}

/** nameOf is the name of a piece: its guest, or the reason of a block. */
export const nameOf = ({ bar, block, hold }: Piece): string =>
  bar?.guestName ?? block?.reason ?? (hold?.guestName || t('holds.nobody'))

export const stateText = (piece: Piece): string => t(`stayView.states.${piece.state}`)

const labels = new WeakMap<Piece, { language: string; text: string }>()

/** labelOf is a piece in words: what colour, icons and place say. Each is put together once. */
export function labelOf(piece: Piece): string {
  const known = labels.get(piece)
  if (known?.language === i18n.language) return known.text
  const text = piece.bar ? stayLabel(piece, piece.bar) : `${stateText(piece)}, ${datesText(piece)}, ${nameOf(piece)}`
  labels.set(piece, { language: i18n.language, text })
  return text
}

function stayLabel(piece: Piece, bar: Bar): string {
  // It begins with what the bar shows, or who says that aloud isn't understood.
  const texts = [
    [bar.guestName, bar.group, bar.sharers].filter(Boolean).join(', '),
    stateText(piece),
    datesText(piece),
    bar.code,
    partyText(bar),
  ]
  if (bar.dayUse) texts.push(t('stayView.dayUse'))
  if (bar.company) texts.push(bar.company)
  if (bar.channel) texts.push(bar.channel)
  if (bar.rooms > 1) texts.push(t('stayView.group', { count: bar.rooms }))
  if (bar.locked) texts.push(t('stayView.locked'))
  if (bar.overbooked) texts.push(t('stayView.overbooked'))
  if (bar.balanceDue > 0 && session.seesMoney) texts.push(t('stayView.balanceOwed', { amount: money(bar.balanceDue) }))
  return texts.join(', ')
}

/** rowText names a row: a room with its type and state, a lane, or a type. */
export function rowText(row: Row): string {
  if (row.kind === 'lane') return `${row.category.name}: ${t('stayView.lane')}`
  if (row.kind === 'type') {
    const name = t(row.collapsed ? 'stayView.fold' : 'stayView.unfold', { type: row.category.name, rooms: row.rooms })
    return row.waiting > 0 ? `${name}, ${t('stayView.waiting', { count: row.waiting })}` : name
  }
  const state = row.room.outOfOrder ? 'outOfOrder' : (row.room.housekeeping as 'clean')
  return `${row.room.roomNumber}, ${row.category.name}, ${t(`stayView.housekeeping.${state}`)}`
}

/** placeText names where a stay is held. */
export function placeText(row: Row, from: Day, to: Day): string {
  const room = row.kind === 'room' ? t('stayView.roomOf', { room: row.room.roomNumber }) : rowText(row)
  return t('stayView.where', { room, from: shortDay(from), to: shortDay(to) })
}

export function emptyText(row: Row, day: Day, nights: number): string {
  const days = nights > 1 ? datesText({ from: day, to: addDays(day, nights) }) : shortDay(day)
  if (row.kind === 'room') return t('stayView.freeRoom', { room: row.room.roomNumber, day: days })
  return `${rowText(row)}, ${days}`
}

/** doneText says what was changed about a stay. */
export function doneText(change: Change, own: Row, { row, from, to }: Wish): string {
  const guest = change.bar.guestName
  const room = row.kind === 'room' ? row.room.roomNumber : ''
  if (change.kind === 'dates') return t('stayView.datesDone', { guest, from: shortDay(from), to: shortDay(to) })
  if (change.kind === 'move') {
    return t('stayView.moved', { guest, old: own.kind === 'room' ? own.room.roomNumber : '', new: room })
  }
  return change.kind === 'assign' ? t('stayView.assigned', { guest, room }) : t('stayView.unassigned', { guest })
}
