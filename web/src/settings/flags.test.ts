import { expect, test } from 'vitest'

import { flags, grantedOf, nothing, tick } from './flags'

const set = (granted: Record<string, boolean>) => flags.filter((flag) => granted[flag])

test('who may change records sees them', () => {
  expect(set(tick(nothing(), 'update', true))).toEqual(['view', 'update'])
  expect(set(tick(tick(nothing(), 'update', true), 'view', false))).toEqual([])
})

test('manage is everything, and ends with any of it', () => {
  const all = tick(nothing(), 'manage', true)
  expect(set(all)).toEqual([...flags])
  expect(set(tick(all, 'delete', false))).toEqual(['view', 'create', 'update'])
  expect(set(tick(all, 'manage', false))).toEqual(['view', 'create', 'update', 'delete'])
})

test('a module that a role does not name has no flag', () => {
  expect(grantedOf(['rooms', 'taxes'], { rooms: { view: true } })).toEqual({
    rooms: { ...nothing(), view: true },
    taxes: nothing(),
  })
})
