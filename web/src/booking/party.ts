import { answer, api, data, type Schemas } from '../api/client'
import { asOf, pathOf } from './actions'
import { roomKey, type Booking, type BookingRoom } from './bookings'

export type Party = Schemas['PartyView']
export type Person = Schemas['PartyPersonView']

/** What can be said of a guest of a room. */
export interface About {
  name?: string
  guestId?: string
  phone?: string
  age?: number
  arrives?: string
  departs?: string
}

/** readParty reads who is in which room of a booking. */
export const readParty = (bookingId: string): Promise<Party> =>
  data(api.GET('/api/bookings/{orgId}/{bookingId}/guests', { params: { path: pathOf(bookingId) } }))

/** addPerson names one more guest of a room. */
export const addPerson = (bookingId: string, roomId: string, about: About) =>
  answer(
    api.POST('/api/bookings/{orgId}/{bookingId}/guests', {
      params: { path: pathOf(bookingId) },
      body: { roomId, ...about },
    }),
  )

/** changePerson corrects a guest of a stay, in the version of the party that the person has seen. */
export const changePerson = (
  party: Party,
  stayGuestId: string,
  body: { name?: string; roomId?: string; age?: number | null; arrives?: string | null; departs?: string | null },
) =>
  answer(
    api.PUT('/api/bookings/{orgId}/{bookingId}/guests/{stayGuestId}', {
      params: { path: { ...pathOf(party.bookingId), stayGuestId }, header: asOf(party) },
      body,
    }),
  )

/** removePerson takes a guest off a stay. */
export const removePerson = (party: Party, stayGuestId: string) =>
  answer(
    api.DELETE('/api/bookings/{orgId}/{bookingId}/guests/{stayGuestId}', {
      params: { path: { ...pathOf(party.bookingId), stayGuestId }, header: asOf(party) },
    }),
  )

/** expectedRooms are those of a live booking whose parties are still to come; of a party that moves, its first room. */
export const expectedRooms = (booking: Pick<Booking, 'rooms' | 'checkIn' | 'status'>): BookingRoom[] =>
  booking.status === 'confirmed' || booking.status === 'checked-in'
    ? booking.rooms.filter((room) => !room.arrivalTime && !room.checkedOut && room.from === booking.checkIn)
    : []

/** inPart tells whether some of a booking's rooms have been checked in, and others are expected. */
export const inPart = (booking: Pick<Booking, 'rooms' | 'checkIn' | 'status'>): boolean =>
  booking.status === 'checked-in' && expectedRooms(booking).length > 0

/** leadOf is the first guest of a room; undefined while nobody is named. */
export const leadOf = (party: Party, room: { roomId: string; entryId: string }): Person | undefined =>
  party.rooms.find((one) => roomKey(one) === roomKey(room))?.guests[0]

/** namesOf are those who have been named for a room; the booking's guest is in the first one. */
export const namesOf = (booking: Pick<Booking, 'guestName'>, room: BookingRoom, first: boolean): string =>
  [first || room.guestName !== booking.guestName ? room.guestName : '', room.sharers].filter(Boolean).join(', ')
