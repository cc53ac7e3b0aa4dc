import { expect, test, vi } from 'vitest'

import type { Folio, Line } from '../booking/bookings'
import { comingOf, ledgerOf } from './ledger'

vi.mock('../session/session.svelte', () => ({ session: {} }))
vi.mock('../i18n/i18n.svelte', () => ({ i18n: {} }))

const line = (lineId: string, totalAmount: number, payer: Line['payer'] = 'own') =>
  ({ lineId, type: 'service', status: 'open', date: '2026-04-14', createdAt: lineId, totalAmount, payer }) as Line

// Two nights of 5,000 that the group pays, of which one is posted, and laundry of the guest.
const folio = {
  lines: [line('1', 5000, 'master'), line('2', 350)],
  payments: [],
  totals: { toBePosted: 5000, routedAmount: 10_000, balanceDue: 350 },
} as unknown as Folio

test('what the group pays is shown, and owed by nobody else', () => {
  expect(ledgerOf(folio).map(({ charged, balance }) => [charged, balance])).toEqual([
    [0, 0],
    [350, 350],
  ])
  expect(comingOf(folio)).toEqual({ own: 0, master: 5000 })
})

test("nights to come are the guest's own where only a charge was moved", () => {
  const moved = { ...folio, totals: { ...folio.totals, routedAmount: 5000 } }
  expect(comingOf(moved)).toEqual({ own: 5000, master: 0 })
})
