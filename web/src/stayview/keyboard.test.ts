import { expect, test } from 'vitest'

import { commandOf, type Command } from './keyboard'

const plain = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }
const ask = (key: string, more: Partial<typeof plain & Parameters<typeof commandOf>[1]> = {}) =>
  commandOf({ ...plain, ...more, key }, { held: false, singleKeys: true, page: 9, rightToLeft: false, ...more })

test.each<[string, Command]>([
  ['ArrowRight', { act: 'sideways', by: 1 }],
  ['ArrowLeft', { act: 'sideways', by: -1 }],
  ['ArrowDown', { act: 'upDown', by: 1 }],
  ['PageUp', { act: 'upDown', by: -9 }],
  ['End', { act: 'sideways', by: Infinity }],
  ['Enter', { act: 'activate' }],
  [' ', { act: 'activate' }],
  ['e', { act: 'takeUp', mode: 'end' }],
  ['o', { act: 'block' }],
])('%s moves the cursor, or does something where it is', (key, command) => {
  expect(ask(key)).toEqual(command)
})

test.each<[string, Command]>([
  ['ArrowRight', { act: 'shift', by: 1 }],
  ['ArrowUp', { act: 'carry', by: -1 }],
  ['Enter', { act: 'putDown' }],
  ['Escape', { act: 'letGo' }],
  ['Tab', { act: 'nothing' }],
])('%s is for what is held', (key, command) => {
  expect(ask(key, { held: true })).toEqual(command)
})

test('arrows follow the direction of reading', () => {
  expect(ask('ArrowRight', { rightToLeft: true })).toEqual({ act: 'sideways', by: -1 })
  expect(ask('ArrowLeft', { rightToLeft: true, shiftKey: true })).toEqual({ act: 'widen', by: 1 })
  expect(ask('ArrowLeft', { rightToLeft: true, held: true })).toEqual({ act: 'shift', by: 1 })
})

test('with Ctrl only the first and the last row are asked for, and not with a full hand', () => {
  expect(ask('Home', { ctrlKey: true })).toEqual({ act: 'upDown', by: -Infinity })
  expect(ask('End', { ctrlKey: true })).toEqual({ act: 'upDown', by: Infinity })
  expect(ask('End', { ctrlKey: true, held: true })).toBeUndefined()
  expect(ask('End', { metaKey: true })).toBeUndefined()
  expect(ask('m', { ctrlKey: true })).toBeUndefined()
})

test('the rest is for others: letters where they are no commands, and what the chart has no use for', () => {
  for (const key of ['m', 'b', 'e', 'o']) expect(ask(key, { singleKeys: false })).toBeUndefined()
  for (const key of ['Tab', 'Escape', 'n']) expect(ask(key)).toBeUndefined()
  for (const key of ['m', 'Home']) expect(ask(key, { held: true })).toBeUndefined()
})
