import { expect, test } from 'vitest'

import { after } from './next'

test('after a line comes the next one, or the one before the last', () => {
  const lines = ['a', 'b', 'c'].map((_id) => ({ _id }))
  expect(after(lines, 'a')).toBe('b')
  expect(after(lines, 'c')).toBe('b')
  expect(after(lines.slice(0, 1), 'a')).toBe('')
})
