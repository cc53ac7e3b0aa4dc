import { beforeEach, expect, test, vi } from 'vitest'

import { toasts } from './toasts.svelte'

beforeEach(() => {
  vi.useFakeTimers()
  for (const { id } of toasts.list) toasts.drop(id)
})
const said = () => toasts.list.map(({ text, count }) => `${text} ${count}`)

test('at most two are shown, and the same one is said once, with a count', () => {
  toasts.add('Saved.')
  toasts.add('Sent.')
  toasts.add('Saved.')
  expect(said()).toEqual(['Sent. 1', 'Saved. 2'])
  toasts.add('Saved.', { tone: 'bad' })
  expect(said()).toEqual(['Saved. 2', 'Saved. 1'])
})

test('each that can be taken back stands for itself', () => {
  toasts.add('Moved.', { undo: () => undefined })
  toasts.add('Moved.', { undo: () => undefined })
  expect(said()).toEqual(['Moved. 1', 'Moved. 1'])
})

test('one goes away by itself, and what is said again stays for as long as if it were new', () => {
  toasts.add('Saved.')
  vi.advanceTimersByTime(5_000)
  toasts.add('Saved.')
  vi.advanceTimersByTime(5_000)
  expect(said()).toEqual(['Saved. 2'])
  vi.advanceTimersByTime(5_000)
  expect(said()).toEqual([])
})
