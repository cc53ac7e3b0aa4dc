import { expect, test } from 'vitest'

import { deviceOf } from './device'

test('a browser is named as people know it', () => {
  expect(
    deviceOf(
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36',
    ),
  ).toBe('Chrome, Android')
  expect(deviceOf('Mozilla/5.0 (Windows NT 10.0; Win64) Chrome/126.0 Safari/537.36 Edg/126.0')).toBe('Edge, Windows')
  expect(deviceOf('curl/8.5')).toBe('')
})
