import { expect, test } from 'vitest'

import { unknown } from './letters'

test.each([
  ['nothing to fill in', []],
  ['Dear {{guest_name}}, {{ nights }} nights', []],
  ['Dear {{guestname}}, {{guest_name}}', ['guestname']],
  ['{{a}} {{ a }} {{b}}', ['a', 'b']],
  ['{{unsubscribeLink}}', []],
  ['{{}}', ['']],
  ['{guest_name}', []],
])('the unknown placeholders of “%s”', (text, wanted) => {
  expect(unknown(text, ['guest_name', 'nights'])).toEqual(wanted)
})
