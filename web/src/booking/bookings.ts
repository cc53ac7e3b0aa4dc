import type { Schemas } from '../api/client'
import { addDays, type Day } from '../i18n/format'

export type Booking = Schemas['BookingView']
export type BookingRoom = Schemas['BookingRoomView']
/** What cancelling has made, or would make, of a booking. */
export type Cancelled = Schemas['DeskCancelView']
export type Line = Schemas['AccountLineView']
export type Folio = Schemas['AccountFolioView']

/** How a booking stands, as the front desk sees it on a day. */
export type State =
  'expected' | 'due-in' | 'not-arrived' | 'in-house' | 'due-out' | 'overstay' | 'departed' | 'cancelled' | 'no-show'

export function stateOf(booking: Pick<Booking, 'status' | 'noShow' | 'checkIn' | 'checkOut'>, day: Day): State {
  switch (booking.status) {
    case 'cancelled':
      return booking.noShow ? 'no-show' : 'cancelled'
    case 'checked-out':
      return 'departed'
    case 'checked-in':
      return booking.checkOut < day ? 'overstay' : booking.checkOut === day ? 'due-out' : 'in-house'
    case 'confirmed':
      return booking.checkIn < day ? 'not-arrived' : booking.checkIn === day ? 'due-in' : 'expected'
  }
}

export { tones } from '../ui/tones'

/** isLive is a booking that the front desk still deals with. */
export const isLive = (booking: Pick<Booking, 'status'>): boolean =>
  booking.status === 'confirmed' || booking.status === 'checked-in'

/** roomKey names a room of a booking also before one of the hotel's is assigned to it. */
export const roomKey = (room: { roomId: string; entryId: string }): string => room.roomId || room.entryId

/** people counts the guests of all rooms. */
export function people(booking: Pick<Booking, 'rooms'>): { adults: number; children: number } {
  const sum = (count: (room: BookingRoom) => number) => booking.rooms.reduce((all, room) => all + count(room), 0)
  return { adults: sum((room) => room.adults), children: sum((room) => room.children) }
}

/** nightsOf lists the dates of the nights of a stay. */
export function nightsOf(checkIn: Day, checkOut: Day): Day[] {
  const days: Day[] = []
  for (let day = checkIn; day < checkOut; day = addDays(day, 1)) days.push(day)
  return days
}

/** charges are the lines of a folio as people read it: each with its taxes inside. */
export const charges = (lines: readonly Line[]): Line[] => lines.filter((line) => line.type !== 'tax')

/** isMasters is a charge that the master account of the booking's group pays. */
export const isMasters = ({ payer }: Pick<Line, 'payer'>): boolean => payer === 'master'

/** openCharges are the charges of the guest's own that an invoice can take. */
export const openCharges = (lines: readonly Line[]): Line[] =>
  charges(lines).filter((line) => line.status === 'open' && line.lineId !== '' && !isMasters(line))

/** cents compares and adds amounts without the dust of binary fractions. */
export const cents = (amount: number): number => Math.round(amount * 100) / 100

/** A row of a table of nights by date. */
export interface NightRow {
  date: Day
  roomId: string
  entryId: string
  roomNumber: string
  amount: number
  posted: boolean
}

/** changedNights lists what of a table of prices by date was changed, as the API takes it. */
export function changedNights(
  before: readonly NightRow[],
  after: readonly (number | null)[],
): Schemas['BookingRateBody'][] {
  return before.flatMap((night, i) => {
    const amount = after[i]
    if (amount === null || amount === undefined || cents(amount) === cents(night.amount)) return []
    return [{ date: night.date, roomId: night.roomId || night.entryId, amount }]
  })
}
