import { expect, test, vi } from 'vitest'

import { blocksFor } from './picks'

vi.mock('../session/session.svelte', () => ({ session: {} }))
vi.mock('../i18n/i18n.svelte', () => ({ i18n: {} }))

const night = (date: string, held: number, rate: number | null) => ({
  date,
  categoryId: 'lake',
  roomType: 'Lake View',
  held,
  rate,
})

test('what is left of a block for a stay is what is left on each night', () => {
  const block = [night('2026-04-14', 4, 4500), night('2026-04-15', 2, null)]
  const base = new Map([['lake', 6000]])
  const left = { categoryId: 'lake', categoryName: 'Lake View' }
  expect(blocksFor(block, '2026-04-14', '2026-04-16', base)).toEqual([{ ...left, left: 2, rates: [4500, 6000] }])
  // A night outside the block comes from what is free for everybody.
  expect(blocksFor(block, '2026-04-14', '2026-04-17', base)).toEqual([{ ...left, left: 0, rates: [4500, 6000, 6000] }])
})
