import { createQuery } from '@tanstack/svelte-query'

import { api, data, type Schemas } from '../api/client'
import { cents } from '../booking/bookings'
import { pathOf as bookingPath } from '../booking/actions'
import { pathOf } from '../group/groups'
import { t } from '../i18n/i18n.svelte'
import { session } from '../session/session.svelte'

export type MasterFolio = Schemas['MasterFolioView']
export type Line = Schemas['MasterLineView']
export type Member = Schemas['MasterMemberView']
export type Move = Schemas['MasterMoveView']
export type Outcome = Schemas['MasterOutcomeView']
export type StayRouting = Schemas['MasterBookingView']

/** The kinds of charges that a rule is for. */
export const kindsOfCharge = ['rooms', 'food', 'other'] as const
export type Rules = Pick<Schemas['MasterRulesView'], (typeof kindsOfCharge)[number]>
export type Payer = Rules['rooms']

/** What is asked of rules: whether those of the group are followed, and whether what is posted goes by them too. */
export interface Asked extends Record<(typeof kindsOfCharge)[number], 'own' | 'master'> {
  follow: boolean
  apply: boolean
}

const meta = { follows: ['groups', 'bookings', 'invoices', 'payments'] }

export const masterQuery = (groupId: () => string) =>
  createQuery(() => ({
    queryKey: ['folios', 'master', groupId()],
    queryFn: () => data(api.GET('/api/groups/{orgId}/{groupId}/folio', { params: { path: pathOf(groupId()) } })),
    meta,
  }))

export const rulesQuery = (groupId: () => string) =>
  createQuery(() => ({
    queryKey: ['groups', 'rules', groupId()],
    queryFn: () => data(api.GET('/api/groups/{orgId}/{groupId}/routing', { params: { path: pathOf(groupId()) } })),
  }))

export const stayRoutingQuery = (bookingId: () => string) =>
  createQuery(() => ({
    queryKey: ['folios', 'routing', bookingId()],
    queryFn: () =>
      data(api.GET('/api/bookings/{orgId}/{bookingId}/routing', { params: { path: bookingPath(bookingId()) } })),
    meta,
  }))

export const depositsQuery = (groupId: () => string) =>
  createQuery(() => ({
    queryKey: ['payments', 'deposits', groupId()],
    queryFn: () => data(api.GET('/api/groups/{orgId}/{groupId}/deposits', { params: { path: pathOf(groupId()) } })),
    enabled: session.may('payments.view'),
    meta,
  }))

export const billsQuery = (groupId: () => string) =>
  createQuery(() => ({
    queryKey: ['invoices', 'group', groupId()],
    queryFn: () => data(api.GET('/api/groups/{orgId}/{groupId}/invoices', { params: { path: pathOf(groupId()) } })),
    enabled: session.may('invoices.view'),
    meta,
  }))

export const payerText = (payer: Payer): string => t(`master.payers.${payer}`)

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

/** moveCharges moves lines to the master account or to the guests, stay by stay: those that are there already stay. */
export async function moveCharges(
  groupId: string,
  lines: readonly { bookingId: string; lineId: string }[],
  to: 'master' | 'own',
  reason: string,
): Promise<void> {
  for (const [bookingId, mine] of byStay(lines)) {
    await data(
      api.POST('/api/groups/{orgId}/{groupId}/charges/move', {
        params: { path: pathOf(groupId) },
        body: { bookingId, lineIds: mine.map(({ lineId }) => lineId), to, ...(reason && { reason }) },
      }),
    )
  }
}
