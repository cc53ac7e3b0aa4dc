import { expect, test } from 'vitest'

import { move } from './grid'

test('arrows move within the grid, mirrored from right to left', () => {
  expect(move('ArrowRight', [0, 0], [2, 3], false)).toEqual([0, 1])
  expect(move('ArrowRight', [0, 0], [2, 3], true)).toEqual([0, 0])
  expect(move('ArrowLeft', [0, 0], [2, 3], true)).toEqual([0, 1])
  expect(move('PageDown', [0, 2], [2, 3], false)).toEqual([1, 2])
  expect(move('x', [0, 0], [2, 3], false)).toBeUndefined()
})
