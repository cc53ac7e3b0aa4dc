import type { Schemas } from '../api/client'
import type { Day } from '../i18n/format'

export type RoomPeople = Schemas['RoomingRoomPeopleView']

/** onDay are the rooms whose people arrive on the day; all of them without one. */
export const onDay = (rooms: readonly RoomPeople[], day: Day): RoomPeople[] =>
  rooms.filter(({ checkIn }) => !day || checkIn === day)

/** byRoom sorts rooms as on the doors; those without a number come last. */
export const byRoom = (rooms: readonly RoomPeople[]): RoomPeople[] =>
  [...rooms].sort(
    (a, b) =>
      Number(!a.roomNumber) - Number(!b.roomNumber) ||
      a.roomNumber.localeCompare(b.roomNumber, 'en', { numeric: true }),
  )

/** namesOf names the people of a room; a child whom nobody has named is called so, with the age. */
export const namesOf = ({ guests }: Pick<RoomPeople, 'guests'>, child: string): string =>
  guests.map(({ name, age }) => name || `${child} (${age})`).join(', ')

/** cardsOf are the names for cards to pin on: of everybody who has one. A room's number is nobody else's business. */
export const cardsOf = (rooms: readonly RoomPeople[]): string[] =>
  rooms.flatMap(({ guests }) => guests.map(({ name }) => name).filter(Boolean))
