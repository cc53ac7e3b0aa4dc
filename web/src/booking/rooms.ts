import { createQuery } from '@tanstack/svelte-query'

import { answer, api, data, type Schemas } from '../api/client'
import type { Day } from '../i18n/format'
import { t } from '../i18n/i18n.svelte'
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

/** stateText says in a list of rooms what keeps one from being ready, and who is in it. */
export function stateText(room: Now | undefined, roomId: string, bookingId = ''): string {
  const why = hindrance(room, roomId, bookingId)
  if (!why || why === 'unknown') return ''
  const words = t(`booking.hindrances.${why}`)
  return room?.guestName && (why === 'occupied' || why === 'dueOut') ? `${words}: ${room.guestName}` : words
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

/**
 * choices orders free rooms for a party: its own category first, and of these the ready ones. How rooms are now is left
 * out (undefined) where the party comes later.
 */
export function choices(
  free: readonly FreeRoom[],
  now: ReadonlyMap<string, Now> | undefined,
  roomType: string,
  bookingId = '',
) {
  const why = ({ roomId }: FreeRoom) => (now ? hindrance(now.get(roomId), roomId, bookingId) : '')
  const rank = (room: FreeRoom) => (room.roomType === roomType ? 0 : 2) + (why(room) ? 1 : 0)
  return free
    .map((room) => ({
      ...room,
      hindrance: why(room),
      label: [`${room.roomNumber} · ${room.roomType}`, now && stateText(now.get(room.roomId), room.roomId, bookingId)]
        .filter(Boolean)
        .join(' · '),
      same: room.roomType === roomType,
    }))
    .sort((a, b) => rank(a) - rank(b) || byNumber(a, b))
}
