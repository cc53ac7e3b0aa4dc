import { expect, test, vi } from 'vitest'

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
