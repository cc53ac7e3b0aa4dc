import { expect, test } from 'vitest'

import type { Booking } from '../api/lists'
import { rack } from './rack'

const booking = (guestName: string, rooms: [string, string, string][], status = 'confirmed') =>
  ({ guestName, status, rooms: rooms.map(([roomNumber, from, to]) => ({ roomNumber, from, to })) }) as Booking

test('the rack has each stay in one cell, rooms as on the doors, and nobody who has cancelled', () => {
  const days = ['2026-11-22', '2026-11-23', '2026-11-24']
  const list = [
    booking('Asha', [
      ['10', '2026-11-20', '2026-11-23'],
      ['9', '2026-11-23', '2026-11-30'],
    ]),
    booking('Ravi', [['10', '2026-11-23', '2026-11-24']]),
    booking('Nobody', [['11', '2026-11-22', '2026-11-24']], 'cancelled'),
    booking('Later', [['', '2026-11-22', '2026-11-24']]),
  ]
  expect(rack(list, days)).toEqual([
    {
      room: '9',
      cells: [
        { guest: '', nights: 1 },
        { guest: 'Asha', nights: 2 },
      ],
    },
    {
      room: '10',
      cells: [
        { guest: 'Asha', nights: 1 },
        { guest: 'Ravi', nights: 1 },
        { guest: '', nights: 1 },
      ],
    },
  ])
})
