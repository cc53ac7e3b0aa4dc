import { createQuery } from '@tanstack/svelte-query'

import { answer, api, data, type Schemas } from '../api/client'
import { session } from '../session/session.svelte'
import { byStanding, isTaken, standingText, unassigned, type Standing, type Standings } from './standing'

export type Room = Schemas['RoomView']
export type FreeRoom = Schemas['FrontdeskFreeRoomView']

/** allRooms reads every room of the hotel, as on the doors. */
export async function allRooms(): Promise<Room[]> {
  const rooms: Room[] = []
  for (let page = 1; ; page++) {
    const params = { path: { orgId: session.orgId }, query: { sort: 'number' as const, limit: 100, page } }
    const read = await answer(api.GET('/api/rooms/{orgId}/list', { params }))
    rooms.push(...read.data)
    if (page >= read.pagination.totalPages) return rooms
  }
}

export const roomsQuery = () =>
  createQuery(() => ({ queryKey: ['rooms', 'all'], queryFn: allRooms, enabled: session.may('rooms.view') }))

/** freeRooms are those that nobody holds on any night of a stay, but for what is kept for the booking that asks. */
export async function freeRooms(stay: Schemas['FrontdeskAvailabilityBody']): Promise<FreeRoom[]> {
  const params = { path: { orgId: session.orgId } }
  return (await data(api.POST('/api/bookings/{orgId}/check-availability', { params, body: stay }))).rooms
}

/** A room as it is now: who is in it, and how clean it is. */
export type Now = Schemas['HousekeepingLineView']

/** nowQuery reads how all rooms are now, by their ids. */
export const nowQuery = () =>
  createQuery(() => ({
    queryKey: ['housekeeping', 'now'],
    queryFn: async () => {
      const params = { path: { orgId: session.orgId } }
      const { rooms } = await data(api.GET('/api/rooms/{orgId}/housekeeping', { params }))
      return new Map((rooms ?? []).map((room) => [room.roomId, room]))
    },
    enabled: session.may('rooms.view'),
    meta: { follows: ['bookings', 'rooms'] },
  }))

/** Why a room isn't ready for a guest; '' is a room that is. */
export type Hindrance = '' | 'unassigned' | 'dirty' | 'occupied' | 'dueOut' | 'maintenance' | 'unknown'

/** hindrance is why a booking's guests can't have the room now. They themselves are in nobody's way. */
export function hindrance(room: Now | undefined, roomId: string, bookingId = ''): Hindrance {
  if (!roomId) return 'unassigned'
  if (!room) return 'unknown'
  const own = bookingId !== '' && room.bookingId === bookingId
  if (!own && (room.occupancy === 'occupied' || room.occupancy === 'stayover')) return 'occupied'
  if (!own && room.occupancy === 'due-out') return 'dueOut'
  if (room.occupancy === 'out-of-order') return 'maintenance'
  return room.housekeeping === 'dirty' ? 'dirty' : ''
}

/** typeOf is the category of a booking's room. While no room is assigned, the booking has the category's id alone. */
export const typeOf = (
  room: { roomType: string; categoryId: string },
  rooms: readonly { category: { _id: string; name: string } }[] = [],
): string => room.roomType || (rooms.find(({ category }) => category._id === room.categoryId)?.category.name ?? '–')

/** roomsText names a booking's rooms: by number, or by category where none is assigned yet. */
export const roomsText = (
  booking: { rooms: readonly { roomNumber: string; roomType: string; categoryId: string }[] },
  rooms: readonly Room[] = [],
): string => booking.rooms.map((room) => room.roomNumber || typeOf(room, rooms)).join(', ')

/** byNumber compares rooms as on the doors: 2 before 10. */
export const byNumber = (a: { roomNumber: string }, b: { roomNumber: string }): number =>
  a.roomNumber.localeCompare(b.roomNumber, 'en', { numeric: true })

/** optionText is a room in a list of rooms, with how it stands. */
export const optionText = (parts: readonly string[], standing?: Standing): string =>
  [...parts, standing && standing.kind !== 'free' ? standingText(standing) : standing?.until && standingText(standing)]
    .filter(Boolean)
    .join(' · ')

/** ordered puts rooms that can be had first, those of a category before all others. */
export function ordered<T extends { roomId: string; roomNumber: string; roomType: string }>(
  rooms: readonly T[],
  standings: Standings,
  roomType = '',
): T[] {
  const standing = ({ roomId }: T) => standings.get(roomId) ?? unassigned
  const other = (room: T) => Number(roomType !== '' && room.roomType !== roomType)
  return [...rooms].sort((a, b) => other(a) - other(b) || byStanding(standing(a), standing(b)) || byNumber(a, b))
}

/** A room in a list to choose from. */
export interface Choice {
  roomId: string
  roomNumber: string
  label: string
  /** Of the category that was booked. */
  same: boolean
  standing: Standing | undefined
  /** Somebody else has it: it is named so that nobody wonders, and can't be chosen. */
  disabled: boolean
}

/** choices are the rooms for a party: the free ones, its own category first, and of this the ones that others have. */
export function choices(
  free: readonly FreeRoom[],
  all: readonly Room[],
  standings: Standings,
  roomType: string,
): Choice[] {
  const isFree = new Set(free.map(({ roomId }) => roomId))
  const others = all
    .filter(({ _id, category, isActive }) => isActive && category.name === roomType && !isFree.has(_id))
    .map(({ _id, roomNumber, category }) => ({ roomId: _id, roomNumber, roomType: category.name }))
    .filter(({ roomId }) => standings.has(roomId) && isTaken(standings.get(roomId)!))
  const choice = (room: { roomId: string; roomNumber: string; roomType: string }): Choice => ({
    roomId: room.roomId,
    roomNumber: room.roomNumber,
    label: optionText([room.roomNumber, room.roomType], standings.get(room.roomId)),
    same: room.roomType === roomType,
    standing: standings.get(room.roomId),
    disabled: !isFree.has(room.roomId),
  })
  return [...ordered(free, standings, roomType), ...ordered(others, standings)].map(choice)
}
