/** The paths of all screens, by their names. The server serves the page at these, and its JSON 404 elsewhere. */
export const paths = {
  today: '/',
  bookings: '/bookings',
  newBooking: '/bookings/new',
  booking: '/bookings/:bookingId',
  checkIn: '/bookings/:bookingId/check-in',
  checkOut: '/bookings/:bookingId/check-out',
  guests: '/guests',
  guest: '/guests/:guestId',
  housekeeping: '/housekeeping',
  downtime: '/downtime',
  account: '/account',
} as const

export type ScreenName = keyof typeof paths
