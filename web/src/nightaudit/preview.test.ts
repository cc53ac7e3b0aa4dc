import { expect, test, vi } from 'vitest'

import { closesEarly, dayToClose, nightsToPost } from './preview'

vi.mock('../session/session.svelte', () => ({ session: {} }))

test('the day to close follows the last closed one, and is never to come', () => {
  expect(dayToClose('2026-11-20', '2026-11-22')).toEqual({ day: '2026-11-21', ahead: false })
  expect(dayToClose('2026-11-21', '2026-11-22')).toEqual({ day: '2026-11-22', ahead: false })
  expect(dayToClose('2026-11-22', '2026-11-22')).toEqual({ day: '2026-11-22', ahead: true })
  expect(dayToClose(undefined, '2026-11-22')).toEqual({ day: '2026-11-22', ahead: false })
})

test('only nights of the day that are not posted are to be posted, by room', () => {
  const night = (date: string, roomNumber: string, posted = false) => ({
    date,
    roomNumber,
    amount: 4500,
    posted,
    complimentary: false,
  })
  const bookings = [
    { bookingId: '1', code: 'BK-1', nights: [night('2026-11-22', '201'), night('2026-11-23', '201')] },
    { bookingId: '2', code: 'BK-2', nights: [night('2026-11-22', '99'), night('2026-11-22', '102', true)] },
  ] as never
  const posted = nightsToPost(bookings, '2026-11-22')
  expect(posted.map(({ roomNumber, amount }) => [roomNumber, amount])).toEqual([
    ['99', 4500],
    ['201', 4500],
  ])
})

test('a day is closed early before the hotel’s own hour, or before the evening', () => {
  const at = (hour: number) => ({ today: '2026-11-26', hour })
  expect(closesEarly('2026-11-25', at(1), 3)).toBe(false)
  expect(closesEarly('2026-11-26', at(23), 3)).toBe(true) // its hour comes on the next day
  expect([closesEarly('2026-11-26', at(21), 22), closesEarly('2026-11-26', at(22), 22)]).toEqual([true, false])
  expect([closesEarly('2026-11-26', at(19)), closesEarly('2026-11-26', at(20), -1)]).toEqual([true, false])
})
