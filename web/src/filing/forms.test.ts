import { expect, test } from 'vitest'

import { hoursLeft, nextStep, toneOf } from './forms'

test('what is filed next follows from the status, and a correction from what differs', () => {
  const none: string[] = []
  expect(nextStep({ status: 'arrival-due', differs: none })).toBe('arrival')
  expect(nextStep({ status: 'in-house', differs: none })).toBe('')
  expect(nextStep({ status: 'in-house', differs: ['purpose'] })).toBe('correction')
  expect(nextStep({ status: 'departure-due', differs: ['purpose'] })).toBe('departure')
  expect(nextStep({ status: 'filed', differs: none })).toBe('')
})

test('the countdown turns at half the time, and red before its end', () => {
  const due = '2026-04-15T06:00:00.000Z'
  const before = (hours: number) => hoursLeft(due, Date.parse(due) - hours * 3_600_000)
  expect([before(24), before(11.5), before(-0.5)]).toEqual([24, 11, -1])
  expect([toneOf(24), toneOf(11), toneOf(3), toneOf(-1)]).toEqual(['info', 'warn', 'bad', 'bad'])
})
