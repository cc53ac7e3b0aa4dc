import type { Room } from './chart'
import { expect, type Desk } from './hotel'

/** A room that can be booked, as a booking names it. */
export interface Free {
  roomId: string
  roomNumber: string
  roomType: string
  ratePerNight: number
}

/** freeRoom is free for all nights of a stay. On some days the demo hotel's own are all taken: then it is a new one. */
export async function freeRoom(owner: Desk, stay: { checkIn: string; checkOut: string }): Promise<Free> {
  const { rooms } = await owner.post<{ rooms: Free[] }>('/api/bookings/{org}/check-availability', stay)
  return rooms[0] ?? addRooms(owner)
}

/** addRooms adds a clean room to each category, in which nobody is, and is the first of them. */
export async function addRooms(owner: Desk): Promise<Free> {
  const known = await owner.get<{ roomNumber: string; category: { _id: string } }[]>('/api/rooms/{org}/list?limit=100')
  const made: { _id: string }[] = []
  for (const categoryId of new Set(known.map(({ category }) => category._id))) {
    const roomNumber = `9${String(known.length + made.length + 1).padStart(2, '0')}`
    made.push(await owner.post<{ _id: string }>('/api/rooms/{org}/create', { roomNumber, categoryId }))
  }
  const room = await owner.get<{ _id: string; roomNumber: string; category: { name: string }; ratePerNight: number }>(
    `/api/rooms/{org}/${made[0]!._id}`,
  )
  return {
    roomId: room._id,
    roomNumber: room.roomNumber,
    roomType: room.category.name,
    ratePerNight: room.ratePerNight,
  }
}

/**
 * newCategory is a type of rooms of a test's own, dear enough to stand below the house in lists. The chart has types by
 * name, and no rows that nobody sees: a name before the house's pushes rooms that other journeys look for out of it.
 */
export async function newCategory(owner: Desk, name: string): Promise<string> {
  expect(name > 'Courtyard Room').toBe(true)
  const body = { name, baseRate: 20_000 }
  return (await owner.post<{ _id: string }>('/api/room-categories/{org}/create', body))._id
}

/** soldRooms are clean rooms in a category of their own, which the best available rate sells at 3,000. */
export async function soldRooms(owner: Desk, name: string, count: number): Promise<Room[]> {
  const categoryId = await newCategory(owner, name)
  const plans = await owner.get<{ _id: string; code: string }[]>('/api/rate-plans/{org}/list?limit=100')
  const plan = plans.find(({ code }) => code === 'BAR')!
  await owner.post(`/api/rate-plans/{org}/${plan._id}/products/create`, { categoryId, defaultPrice: 3000 })
  const list: Room[] = []
  for (let i = 1; i <= count; i++) {
    const room = { roomNumber: `${name}${i}`, categoryId }
    const { _id } = await owner.post<{ _id: string }>('/api/rooms/{org}/create', room)
    list.push({ _id, roomNumber: room.roomNumber, category: { _id: categoryId, name } })
  }
  return list
}
