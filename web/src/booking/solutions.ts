import { addDays, nightsBetween, type Day } from '../i18n/format'
import type { Chart, Room } from '../stayview/chart'
import { byNumber } from './rooms'
import { holdersOf, inTheWay, type Holder, type Wish } from './standing'

// What would give somebody a room for all nights where the one that they want, or any of a category, is taken.

/** A way out: another room, two rooms one after the other, or another party that is given another room. */
export type Way =
  | { kind: 'room'; room: Room }
  | { kind: 'split'; first: Room; then: Room; on: Day }
  | { kind: 'giveWay'; room: Room; other: Holder; to: Room }

/** Rooms knows in a chart which rooms are free. */
class Rooms {
  readonly #held: Map<string, Holder[]>

  constructor(readonly chart: Chart) {
    this.#held = holdersOf(chart)
  }

  inTheWay = ({ roomId }: Room, wish: Wish) => inTheWay(this.#held.get(roomId) ?? [], wish, this.chart.today)

  free = (room: Room, wish: Wish): boolean => this.inTheWay(room, wish).length === 0

  /** of are the rooms in use of a category, or then of all others, as on the doors. */
  of(categoryId: string): Room[] {
    const inUse = this.chart.rooms.filter(({ inactive }) => !inactive).sort(byNumber)
    return [
      ...inUse.filter((room) => room.categoryId === categoryId),
      ...inUse.filter((room) => room.categoryId !== categoryId),
    ]
  }

  /** giveWay moves the only one who has the room, and may be moved, to a room of what that party has booked. */
  giveWay(room: Room, wish: Wish): Way | undefined {
    const [other, second] = this.inTheWay(room, wish)
    if (!other?.movable || second || other.from < this.chart.days[0]!.date) return undefined
    const booked = other.categoryId || room.categoryId
    const to = this.of(booked).find(
      (to) => to.roomId !== room.roomId && to.categoryId === booked && this.free(to, other),
    )
    return to && { kind: 'giveWay', room, other, to }
  }

  /** split stays in the room until somebody else has it, and then in the one that is free for longest: to the end. */
  split(room: Room, wish: Wish, others: readonly Room[]): Way | undefined {
    const on = this.inTheWay(room, wish)
      .map(({ from }) => from)
      .sort()[0]
    if (!on || on <= wish.from) return undefined
    const then = others.find((then) => then.roomId !== room.roomId && this.free(then, { ...wish, from: on }))
    return then && { kind: 'split', first: room, then, on }
  }
}

/** waysAround are the ways out where a party's wish is for a room that others have. Its own rooms are none. */
export function waysAround(
  chart: Chart,
  roomId: string,
  wish: Wish,
  own: readonly string[] = [],
): { holders: Holder[]; ways: Way[] } {
  const rooms = new Rooms(chart)
  const room = chart.rooms.find((room) => room.roomId === roomId)
  if (!room) return { holders: [], ways: [] }
  const holders = rooms.inTheWay(room, wish)
  if (holders.length === 0) return { holders, ways: [] }
  const others = rooms.of(room.categoryId).filter((other) => other.roomId !== roomId && !own.includes(other.roomId))
  const another = others.find((other) => rooms.free(other, wish))
  const ways = [
    another && ({ kind: 'room', room: another } as const),
    rooms.split(room, wish, others),
    rooms.giveWay(room, wish),
  ]
  return { holders, ways: ways.filter((way) => way !== undefined) }
}

/** waysInto are the ways into a category none of whose rooms is free on all nights, with fewest nights to go. */
export function waysInto(chart: Chart, categoryId: string, wish: Wish, picked: readonly string[] = []): Way[] {
  const rooms = new Rooms(chart)
  const mine = rooms
    .of(categoryId)
    .filter((room) => room.categoryId === categoryId && !picked.includes(room.roomId) && !rooms.free(room, wish))
  const firsts = mine
    .flatMap((room) => rooms.split(room, wish, mine) ?? [])
    .filter((way) => way.kind === 'split')
    .sort((a, b) => b.on.localeCompare(a.on))
  const moves = mine.flatMap((room) => rooms.giveWay(room, wish) ?? [])
  return [...moves.slice(0, 1), ...firsts.slice(0, 1)]
}

/** chartDays are the days that a chart must have: also of others' nights around a stay, and what comes after it. */
export const chartDays = (from: Day, to: Day, today: Day): { from: Day; days: number } => {
  const early = addDays(from, -14)
  const first = from <= today ? from : early < today ? today : early
  return { from: first, days: Math.min(nightsBetween(first, to) + 14, 366) }
}
