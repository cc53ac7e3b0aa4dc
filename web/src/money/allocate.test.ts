import { expect, test } from 'vitest'

import { allocate } from './allocate'

const debts = [
  { _id: 'a', balanceDue: 100.1 },
  { _id: 'b', balanceDue: 200.2 },
]

test('a payment for several invoices pays them in their order, and adds up to itself', () => {
  expect(allocate(300.3, debts)).toEqual([
    { invoiceId: 'a', amount: 100.1 },
    { invoiceId: 'b', amount: 200.2 },
  ])
  expect(allocate(50, debts)).toEqual([{ invoiceId: 'a', amount: 50 }])
  expect(allocate(400, debts)).toEqual([
    { invoiceId: 'a', amount: 100.1 },
    { invoiceId: 'b', amount: 299.9 },
  ])
})
