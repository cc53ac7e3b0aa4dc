import { expect, test } from 'vitest'

import { clockOf, momentOf } from './instant'

test.each([
  ['2026-04-14', '18:00', 'Asia/Kolkata', '2026-04-14T12:30:00.000Z'],
  ['2026-04-14', '00:30', 'Asia/Kolkata', '2026-04-13T19:00:00.000Z'],
  ['2026-04-14', '18:00', 'America/New_York', '2026-04-14T22:00:00.000Z'],
  ['2026-03-29', '12:00', 'Europe/Berlin', '2026-03-29T10:00:00.000Z'], // the clocks went on in the night
  ['2026-04-14', '18:00', 'UTC', '2026-04-14T18:00:00.000Z'],
])('%s %s in %s is %s', (day, time, zone, moment) => {
  expect(momentOf(day, time, zone)).toBe(moment)
  expect(clockOf(moment, zone)).toEqual({ day, time })
})
