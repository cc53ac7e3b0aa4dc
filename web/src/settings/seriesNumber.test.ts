import { expect, test } from 'vitest'

import { financialYear, numberOf } from './seriesNumber'

test('the financial year begins in April', () => {
  expect(financialYear('2027-03-31')).toBe('26-27')
  expect(financialYear('2027-04-01')).toBe('27-28')
  expect(financialYear('2099-12-01')).toBe('99-00')
})

test('numbers are written as the server does', () => {
  const series = { prefix: 'INV', separator: '/', nextNumber: 1, yearly: true }
  expect(numberOf(series, '2026-11-22')).toBe('INV/26-27/1')
  expect(numberOf({ ...series, separator: '' }, '2026-11-22')).toBe('INV26-27-1')
  expect(numberOf({ ...series, separator: '-', yearly: false }, '2026-11-22')).toBe('INV-1')
})
