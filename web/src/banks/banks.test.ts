import { expect, test } from 'vitest'

import { after, type Line } from './banks'

test('after a line comes the next one, or the one before the last', () => {
  const lines = ['a', 'b', 'c'].map((_id) => ({ _id }) as Line)
  expect(after(lines, 'a')).toBe('b')
  expect(after(lines, 'c')).toBe('b')
  expect(after(lines.slice(0, 1), 'a')).toBe('')
})
