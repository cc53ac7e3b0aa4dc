import { expect, test } from 'vitest'

import { problemOf, sampleOf } from './rows'

test('a problem says its row', () => {
  expect(problemOf({ field: 'rows[3].checkIn', message: 'must be a date' })).toEqual({
    row: 4,
    field: 'checkIn',
    message: 'must be a date',
  })
  expect(problemOf({ field: 'text', message: 'has no lines' }).row).toBeUndefined()
})

test('the sample names the columns, and quotes a category', () => {
  const group = { checkIn: '2026-04-01', checkOut: '2026-04-03' }
  const lines = sampleOf(group, [{ roomType: 'Suite, "lake"' }]).split('\r\n')
  expect(lines[0]).toContain('Ref,Name,Phone')
  expect(lines[1]).toBe('1,,,,"Suite, ""lake""",2026-04-01,2026-04-03,A,,,')
  expect(sampleOf(group, [])).toContain('1,,,,,2026-04-01')
})
