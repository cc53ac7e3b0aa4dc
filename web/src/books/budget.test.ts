import { expect, test } from 'vitest'

import { bodyOf, departmentsOf, monthsOf, revenueOf, typedOf, type Budget } from './budget'

const budget: Budget = {
  year: 2026,
  from: '2026-04-01',
  to: '2027-03-31',
  updatedAt: null,
  version: 0,
  months: [{ month: '2026-05', roomsToSell: 400, departments: [{ kind: 'rooms', department: '', revenue: 0 }] }],
}

test('a financial year has twelve months', () => {
  expect(monthsOf(budget)).toHaveLength(12)
  expect(monthsOf(budget).at(-1)).toBe('2027-03')
})

test('what is typed comes back, and nothing is not 0', () => {
  const departments = departmentsOf(budget, [{ kind: 'department', department: 'Spa' }])
  expect(departments.map(({ kind }) => kind)).toEqual(['rooms', 'department'])
  const typed = typedOf(budget)
  typed[0]!.revenue['department Spa'] = 900
  expect(bodyOf(typed, departments)).toEqual([
    { month: '2026-04', departments: [{ kind: 'department', department: 'Spa', revenue: 900 }] },
    { month: '2026-05', roomsToSell: 400, departments: [{ kind: 'rooms', revenue: 0 }] },
  ])
  expect(revenueOf(typed, departments[1]!)).toBe(900)
})
