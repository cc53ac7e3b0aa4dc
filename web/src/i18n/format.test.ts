import { describe, expect, test, vi } from 'vitest'

import { addDays, dayText, money, monthsBefore, nightsBetween, number, today, weekday } from './format'

vi.mock('../session/session.svelte', () => ({ session: { zone: 'Asia/Kolkata', currency: 'INR' } }))
vi.mock('./i18n.svelte', () => ({ i18n: { locale: 'en-IN' } }))

test('the months before a day go over the turn of the year', () => {
  expect(monthsBefore('2026-02-14', 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
})

describe('days', () => {
  test.each([
    ['2026-02-28', 1, '2026-03-01'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2026-03-29', -1, '2026-03-28'], // Europe's clocks change
  ])('%s and %i days is %s', (day, days, want) => {
    expect(addDays(day, days)).toBe(want)
    expect(nightsBetween(day, want)).toBe(days)
  })

  test('are told in words', () => {
    expect(dayText('2026-11-22')).toBe('Sun, 22 Nov, 2026')
    expect(dayText('')).toBe('')
    expect(weekday('2026-11-22')).toBe(0)
  })

  test('today is that of the hotel, wherever the browser is', () => {
    const evening = new Date('2026-11-22T20:00:00Z')
    expect(today('Asia/Kolkata', evening)).toBe('2026-11-23')
    expect(today('America/New_York', evening)).toBe('2026-11-22')
  })
})

describe('money', () => {
  test.each([
    [120000.5, '₹1,20,000.50'],
    [5000, '₹5,000'],
    [-310, '-₹310'],
    [0, '₹0'],
  ])('%d is %s', (amount, want) => {
    expect(money(amount)).toBe(want)
  })

  test('without decimals where the currency has none', () => {
    expect(money(1500, 'JPY')).toBe('JP¥1,500')
  })
})

test('numbers are grouped as in India', () => {
  expect(number(1234567)).toBe('12,34,567')
})
