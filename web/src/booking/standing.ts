import { addDays, shortDay, type Day } from '../i18n/format'
import { t } from '../i18n/i18n.svelte'
import type { Chart } from '../stayview/chart'

// How rooms stand for somebody who wants one: what is said of them wherever a room is chosen, and which come first.

/** The kinds of standing, the best first. `free` is a room of a later day: nobody knows how clean it will be. */
const kinds = [
  'ready',
  'free',
  'dirty',
  'dueOut',
  'overstay',
  'occupied',
  'taken',
  'outOfOrder',
  'unknown',
  'unassigned',
] as const
type Kind = (typeof kinds)[number]

export interface Standing {
  kind: Kind
  /** Who has the room, and from when until when; of a room that is free, until when it is, '' for a long time. */
  guest: string
  from: Day
  until: Day
  reason: string
}

/** Somebody, or a block, that has a room for the nights [from, to). A guest who should have left has tonight, too. */
export interface Holder {
  roomId: string
  from: Day
  to: Day
  bookingId: string
  guest: string
  reason: string
  state: 'expected' | 'inHouse' | 'overstay' | 'block'
  dayUse: boolean
  /** It may be given another room: it has not come yet, and isn't to have this very one. */
  movable: boolean
  categoryId: string
}

/** holdersOf are those who have rooms in a chart, by room, in the order of their days. */
export function holdersOf({ today, bars, blocks, holds }: Chart): Map<string, Holder[]> {
  const held = new Map<string, Holder[]>()
  const add = (holder: Holder) => held.set(holder.roomId, [...(held.get(holder.roomId) ?? []), holder])
  for (const bar of bars) {
    if (!bar.roomId || bar.status === 'checked-out') continue
    const arrived = bar.status === 'checked-in' && !bar.moved && bar.from <= today
    const overstay = arrived && bar.to < today
    add({
      roomId: bar.roomId,
      from: bar.from,
      to: bar.to,
      bookingId: bar.bookingId,
      guest: bar.guestName,
      reason: '',
      state: overstay ? 'overstay' : arrived ? 'inHouse' : 'expected',
      dayUse: Boolean(bar.dayUse),
      movable: bar.status === 'confirmed' && !bar.locked && !bar.moved && !bar.dayUse,
      categoryId: bar.categoryId,
    })
  }
  for (const { roomId, from, to, reason } of blocks) {
    const none = { bookingId: '', guest: '', dayUse: false, movable: false, categoryId: '' }
    add({ ...none, roomId, from, to, reason, state: 'block' })
  }
  for (const { roomId, from, to, guestName } of holds) {
    const none = { bookingId: '', reason: '', dayUse: false, movable: false, categoryId: '' }
    add({ ...none, roomId, from, to, guest: guestName || t('holds.nobody'), state: 'expected' })
  }
  for (const list of held.values()) list.sort((a, b) => a.from.localeCompare(b.from))
  return held
}

/** The nights that somebody wants a room for, and who it is: '' for a new booking. */
export interface Wish {
  from: Day
  to: Day
  bookingId?: string
}

/** inTheWay are those who have a room on a wanted night. */
export function inTheWay(holders: readonly Holder[], { from, to, bookingId }: Wish, today: Day): Holder[] {
  const last = from === to ? addDays(to, 1) : to // a day use
  return holders.filter((holder) => {
    if (bookingId && holder.bookingId === bookingId) return false
    if (from === to) return holder.dayUse ? holder.from === from : holder.from < from && from < holder.to
    if (holder.dayUse) return from < holder.from && holder.from < to
    const end = holder.state === 'overstay' ? addDays(today, 1) : holder.to
    return holder.from < last && from < end
  })
}

/** standingOf says how a room stands for a wish. A party in it, or who has it from then on, is named. */
export function standingOf(
  housekeeping: 'clean' | 'dirty' | 'inspected' | undefined,
  holders: readonly Holder[],
  wish: Wish,
  today: Day,
): Standing {
  const others = holders.filter(({ bookingId }) => !wish.bookingId || bookingId !== wish.bookingId)
  const [first] = inTheWay(others, wish, today)
  const next = others.find(({ from }) => from >= wish.to)
  const is = (kind: Kind, holder?: Holder, until = holder?.to ?? ''): Standing => ({
    kind,
    until,
    guest: holder?.guest ?? '',
    from: holder?.from ?? '',
    reason: holder?.reason ?? '',
  })
  const now = wish.from <= today
  const inside = now
    ? others.find(({ state, to }) => state === 'overstay' || (state === 'inHouse' && to >= today))
    : undefined
  if (first?.state === 'block') return is('outOfOrder', first)
  if (inside?.state === 'overstay') return is('overstay', inside)
  if (inside && inside.to === today) return is('dueOut', inside)
  if (inside) return is('occupied', inside)
  if (first) return is('taken', first)
  const until = next?.from ?? ''
  if (!now) return is('free', undefined, until)
  if (!housekeeping) return is('unknown')
  return is(housekeeping === 'dirty' ? 'dirty' : 'ready', undefined, until)
}

/** unassigned is the standing of no room. */
export const unassigned: Standing = { kind: 'unassigned', guest: '', from: '', until: '', reason: '' }

/** isGood tells whether a party can go into the room as it is. */
export const isGood = ({ kind }: Standing): boolean => kind === 'ready' || kind === 'free'

/** isTaken tells whether somebody else has the room on a wanted night. */
export const isTaken = ({ kind }: Standing): boolean => ['occupied', 'taken', 'outOfOrder', 'overstay'].includes(kind)

/** standingText says it. */
export function standingText({ kind, guest, from, until, reason }: Standing): string {
  const params = { guest: guest || t('booking.somebody'), from: shortDay(from), until: shortDay(until), reason }
  const words = t(`booking.standing.${kind}`, params)
  const free = (kind === 'ready' || kind === 'free' || kind === 'dirty') && until
  return free ? `${words}, ${t('booking.standing.until', params)}` : words
}

/** byStanding compares rooms: the ones that are to be had come first. */
export const byStanding = (a: Standing, b: Standing): number => kinds.indexOf(a.kind) - kinds.indexOf(b.kind)

export type Standings = ReadonlyMap<string, Standing>

/** standingsOf says of all rooms in use how they stand for a wish. */
export function standingsOf(chart: Chart, wish: Wish): Standings {
  const held = holdersOf(chart)
  return new Map(
    chart.rooms
      .filter(({ inactive }) => !inactive)
      .map(({ roomId, housekeeping }) => [roomId, standingOf(housekeeping, held.get(roomId) ?? [], wish, chart.today)]),
  )
}
