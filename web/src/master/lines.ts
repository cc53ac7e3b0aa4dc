import type { Schemas } from '../api/client'
import { cents } from '../booking/bookings'

export type MasterFolio = Schemas['MasterFolioView']
export type Line = Schemas['MasterLineView']
export type Member = Schemas['MasterMemberView']

/** isOpen is a line of the folio that can be moved and billed. */
export const isOpen = ({ status }: Pick<Line, 'status'>): boolean => status === 'open'

/** sumOf is what lines come to, with their taxes. */
export const sumOf = (lines: readonly Pick<Line, 'totalAmount'>[]): number =>
  cents(lines.reduce((all, { totalAmount }) => all + totalAmount, 0))

/** byStay has lines by the bookings on whose folios they are. */
export function byStay<One extends { bookingId: string }>(lines: readonly One[]): Map<string, One[]> {
  const stays = new Map<string, One[]>()
  for (const line of lines) stays.set(line.bookingId, [...(stays.get(line.bookingId) ?? []), line])
  return stays
}

/** What an invoice is to bill: all, some stays, or some lines; with the nights to come where it is asked. */
export interface Wanted {
  what: 'all' | 'stays' | 'lines'
  stays: ReadonlySet<string>
  lines: ReadonlySet<string>
  whole: boolean
}

/** A stay on an invoice that is about to be drafted. */
export interface Billed {
  member: Member
  count: number // of its lines
  amount: number // of them
  coming: number // nights that are posted for it
}

/** toBill are the stays that such an invoice bills, with what it bills of each. */
export function toBill({ members, lines }: Pick<MasterFolio, 'members' | 'lines'>, wanted: Wanted): Billed[] {
  const open = byStay(
    lines.filter((line) => isOpen(line) && (wanted.what !== 'lines' || wanted.lines.has(line.lineId))),
  )
  return members.flatMap((member) => {
    if (wanted.what === 'stays' && !wanted.stays.has(member.bookingId)) return []
    const mine = open.get(member.bookingId) ?? []
    const live = member.status === 'confirmed' || member.status === 'checked-in'
    const coming = wanted.whole && wanted.what !== 'lines' && live ? Math.max(member.toBePosted, 0) : 0
    return mine.length || coming ? [{ member, count: mine.length, amount: sumOf(mine), coming }] : []
  })
}
