import { expect, test } from 'vitest'

import { dueOf, emptyLine, lineOf, restOf } from './settlements'

const line = {
  ...emptyLine(),
  grossAmount: 1180,
  commissionAmount: 150.1,
  gstOnCommission: 27.02,
  tcsAmount: 5,
  netAmount: 997.88,
}

test('a line balances to the paisa, whatever decimals leave behind', () => {
  expect(restOf(line)).toBe(0)
  expect(restOf({ ...line, tdsAmount: 1 })).toBe(-1)
  expect(dueOf([line, line], 5.76)).toBe(1990)
})

test('a row settles an invoice that owes enough', () => {
  const row = { ...line, row: 2, difference: 0, otherAmount: 0, tdsAmount: 0, state: 'matched', invoiceId: 'a' }
  const of = (dueAmount: number) => lineOf({ ...row, dueAmount } as Parameters<typeof lineOf>[0])
  expect(of(1180).invoiceId).toBe('a')
  expect(of(1000).invoiceId).toBe('')
  expect(of(1180).tdsAmount).toBe(null)
})
