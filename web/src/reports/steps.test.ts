import { expect, test } from 'vitest'

import { steps } from './steps'

test('an axis names a few round values', () => {
  expect(steps(0, 100)).toEqual([0, 25, 50, 75, 100])
  expect(steps(0, 1)).toEqual([0, 0.25, 0.5, 0.75, 1])
  expect(steps(0, 86400)).toEqual([0, 20000, 40000, 60000, 80000])
  expect(steps(-30, 70)).toEqual([-25, 0, 25, 50])
  for (const high of [0.003, 7, 12, 19, 33, 333, 4_567_890]) {
    const found = steps(0, high)
    expect(found[0]).toBe(0)
    expect(found.length).toBeGreaterThanOrEqual(3)
    expect(found.length).toBeLessThanOrEqual(6)
    expect(found.at(-1)).toBeLessThanOrEqual(high)
  }
})
