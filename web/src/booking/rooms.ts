import { createQuery } from '@tanstack/svelte-query'

import { answer, api, data, type Schemas } from '../api/client'
import type { Day } from '../i18n/format'
import { session } from '../session/session.svelte'

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

/** freeRooms are those that nobody holds on any night of a stay. */
export async function freeRooms(stay: { checkIn: Day; checkOut: Day; dayUse?: boolean }): Promise<FreeRoom[]> {
  const params = { path: { orgId: session.orgId } }
  return (await data(api.POST('/api/bookings/{orgId}/check-availability', { params, body: stay }))).rooms
}

/** Why a room isn't ready for a guest; '' is a room that is. */
export type Hindrance = '' | 'unassigned' | 'dirty' | 'occupied' | 'maintenance' | 'unknown'

export function hindrance(room: Room | undefined, roomId: string): Hindrance {
  if (!roomId) return 'unassigned'
  if (!room) return 'unknown'
  if (room.status === 'occupied') return 'occupied'
  if (room.status === 'maintenance') return 'maintenance'
  return room.housekeeping === 'dirty' ? 'dirty' : ''
}

/** typeOf is the category of a booking's room. While no room is assigned, the booking has the category's id alone. */
export const typeOf = (room: { roomType: string; categoryId: string }, rooms: readonly Room[] = []): string =>
  room.roomType || (rooms.find(({ category }) => category._id === room.categoryId)?.category.name ?? '–')

/** roomsText names a booking's rooms: by number, or by category where none is assigned yet. */
export const roomsText = (
  booking: { rooms: readonly { roomNumber: string; roomType: string; categoryId: string }[] },
  rooms: readonly Room[] = [],
): string => booking.rooms.map((room) => room.roomNumber || typeOf(room, rooms)).join(', ')

/** byNumber compares rooms as on the doors: 2 before 10. */
export const byNumber = (a: { roomNumber: string }, b: { roomNumber: string }): number =>
  a.roomNumber.localeCompare(b.roomNumber, 'en', { numeric: true })

/** choices orders free rooms for a party: its own category first, and of these the ready ones. */
export function choices(free: readonly FreeRoom[], rooms: readonly Room[], roomType: string) {
  const known = new Map(rooms.map((room) => [room._id, room]))
  const rank = (room: FreeRoom) =>
    (room.roomType === roomType ? 0 : 2) + (hindrance(known.get(room.roomId), room.roomId) ? 1 : 0)
  return free
    .map((room) => ({
      ...room,
      hindrance: hindrance(known.get(room.roomId), room.roomId),
      same: room.roomType === roomType,
    }))
    .sort((a, b) => rank(a) - rank(b) || byNumber(a, b))
}
