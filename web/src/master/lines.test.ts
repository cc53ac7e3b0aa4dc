import { describe, expect, test, vi } from 'vitest'

import { byStay, sumOf, toBill, type Line, type Member } from './lines'

vi.mock('../session/session.svelte', () => ({ session: {} }))
vi.mock('../i18n/i18n.svelte', () => ({ i18n: {} }))

const member = (bookingId: string, toBePosted = 0, status: Member['status'] = 'confirmed') =>
  ({ bookingId, toBePosted, status }) as Member
const line = (bookingId: string, lineId: string, totalAmount: number, status: Line['status'] = 'open') =>
  ({ bookingId, lineId, totalAmount, status }) as Line

const folio = {
  members: [member('a', 5000), member('b', 5000, 'checked-out'), member('c')],
  lines: [line('a', '1', 0.1), line('a', '2', 0.2), line('b', '3', 300), line('b', '4', 50, 'billed')],
}
const billed = (wanted: Partial<Parameters<typeof toBill>[1]>) =>
  toBill(folio, { what: 'all', stays: new Set(), lines: new Set(), whole: false, ...wanted }).map(
    ({ member, count, amount, coming }) => [member.bookingId, count, amount, coming],
  )

describe('what an invoice of a group bills', () => {
  test('all that is open, stay by stay', () => {
    expect(billed({})).toEqual([
      ['a', 2, 0.3, 0],
      ['b', 1, 300, 0],
    ])
  })
  test('with the nights to come of stays that are not over', () => {
    expect(billed({ whole: true })).toEqual([
      ['a', 2, 0.3, 5000],
      ['b', 1, 300, 0],
    ])
  })
  test('some stays, or some lines', () => {
    expect(billed({ what: 'stays', stays: new Set(['b', 'c']), whole: true })).toEqual([['b', 1, 300, 0]])
    expect(billed({ what: 'lines', lines: new Set(['2', '4']), whole: true })).toEqual([['a', 1, 0.2, 0]])
  })
})

test('lines are put together by their stays, and added without dust', () => {
  expect([...byStay(folio.lines).keys()]).toEqual(['a', 'b'])
  expect(sumOf(folio.lines.slice(0, 2))).toBe(0.3)
})
