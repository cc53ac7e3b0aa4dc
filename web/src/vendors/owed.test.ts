import { expect, test } from 'vitest'

import { sum } from '../money/sums'
import { owedBy } from './owed'

test('what is owed to agents is of unpaid bills; reversed ones count for nothing', () => {
  const bill = (companyId: string, status: 'unpaid' | 'paid' | 'reversed', payableAmount: number) => ({
    companyId,
    status,
    payableAmount,
  })
  expect(
    owedBy([bill('a', 'paid', 10), bill('b', 'unpaid', 0.1), bill('b', 'unpaid', 0.2), bill('c', 'reversed', 5)], sum),
  ).toEqual([
    { companyId: 'b', bills: 2, unpaid: 2, payableAmount: 0.3 },
    { companyId: 'a', bills: 1, unpaid: 0, payableAmount: 0 },
    { companyId: 'c', bills: 0, unpaid: 0, payableAmount: 0 },
  ])
})
