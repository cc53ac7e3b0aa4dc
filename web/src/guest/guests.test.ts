import { expect, it } from 'vitest'

import { blank, changes } from './guests'

it('sends what was changed, null for what was cleared, and the address as one', () => {
  const before = { ...blank(), name: 'Asha', city: 'Udaipur', email: 'asha@example.com' }
  expect(changes(before, before)).toEqual({})
  expect(changes(before, { ...before, email: '', phone: '1' })).toEqual({ email: null, phone: '1' })
  expect(changes(before, { ...before, vip: 'VIP 1', preferences: ' high floor\n\nhigh floor\ntea ' })).toEqual({
    vip: 'VIP 1',
    preferences: ['high floor', 'tea'],
  })
  expect(changes(before, { ...before, city: '', state: 'Goa' })).toEqual({ address: { city: null, state: 'Goa' } })
})
