import { expect, test, vi } from 'vitest'

vi.mock('../session/session.svelte', () => ({ session: { orgId: 'org' } }))
vi.mock('../api/client', () => ({}))

import { counted, most, sum, withCount } from './items'

test('counts stay between nothing and what is posted at once', () => {
  expect(withCount({}, 'cola', -1)).toEqual({ cola: 0 })
  expect(withCount({ cola: most }, 'cola', most + 1)).toEqual({ cola: most })
  expect(withCount({ nuts: 1 }, 'cola', 2)).toEqual({ nuts: 1, cola: 2 })
  expect(sum({ nuts: 1, cola: 2 })).toBe(3)
})

test('what is counted is posted, and no other item', () => {
  const items = ['nuts', 'cola'].map((_id) => ({ _id, name: _id.toUpperCase() }))
  expect(counted(items, { cola: 2, nuts: 0, gone: 4 })).toEqual([{ serviceId: 'cola', name: 'COLA', count: 2 }])
})
