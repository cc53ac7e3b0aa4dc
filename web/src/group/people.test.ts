import { expect, test } from 'vitest'

import { byRoom, cardsOf, namesOf, onDay, type RoomPeople } from './people'

const room = (roomNumber: string, checkIn: string, ...guests: [string, number | null][]): RoomPeople => ({
  bookingId: roomNumber,
  code: '',
  reference: '',
  roomNumber,
  floor: '',
  roomType: '',
  checkIn,
  checkOut: '2026-04-09',
  status: 'confirmed',
  expectedArrivalTime: '',
  specialRequests: '',
  guests: guests.map(([name, age], i) => ({ name, age, lead: i === 0 })),
})
const rooms = [room('', '2026-04-02', ['Das, Meera', null]), room('10', '2026-04-01', ['Asha', null], ['', 6])]

test('rooms by day, and as on the doors', () => {
  expect(onDay(rooms, '2026-04-01').map(({ roomNumber }) => roomNumber)).toEqual(['10'])
  expect(onDay(rooms, '')).toHaveLength(2)
  expect(byRoom([...rooms, room('2', '2026-04-01')]).map(({ roomNumber }) => roomNumber)).toEqual(['2', '10', ''])
})

test('names and cards', () => {
  expect(namesOf(rooms[1]!, 'Child')).toBe('Asha, Child (6)')
  expect(cardsOf(rooms)).toEqual(['Das, Meera', 'Asha'])
})
