import { expect, test, vi } from 'vitest'
import { currencyOf, worth } from './foreign'

vi.mock('../api/client', () => ({}))
vi.mock('../session/session.svelte', () => ({ session: {} }))

const { counted, totalOf } = await import('./till')

test('a count is told by notes and coins, and an empty drawer by nothing', () => {
  const counts = { '500': 3, '100': 0, '0.5': 5, '10': null }
  expect(totalOf(counts)).toBe(1502.5)
  expect(counted(counts).denominations).toContainEqual({ value: 500, count: 3 })
  expect(counted(counts).denominations).toHaveLength(2)
  expect(counted({ '10': null })).toEqual({ total: 0 })
})

test('foreign notes come to whole coins, rounded down', () => {
  expect(worth(100, 83.255, 1)).toBe(8325)
  expect(worth(100, 83.25, 0.5)).toBe(8325)
  expect(worth(3, 0.1, 0.1)).toBe(0.3) // not a coin less, by binary fractions
  expect(worth(0, 83.25, 1)).toBe(0)
  expect(currencyOf(' usd ')).toBe('USD')
})
