import { beforeEach, describe, expect, test, vi } from 'vitest'

const language = vi.hoisted(() => ({ locale: 'en-IN' }))
vi.mock('../session/session.svelte', () => ({ session: { zone: 'Asia/Kolkata', currency: 'INR' } }))
vi.mock('../i18n/i18n.svelte', () => ({
  i18n: Object.assign(language, { has: () => false }),
  t: (key: string) => key,
}))

import { plain } from './plain'

describe('what the server says', () => {
  beforeEach(() => {
    language.locale = 'en-IN'
  })

  test('has its days in words', () => {
    expect(plain('must be 4 Apr 2026 or later')).toBe('must be 4 Apr 2026 or later')
    expect(plain('Room 101 is taken on 2026-04-03.')).toBe('Room 101 is taken on 3 Apr 2026.')
    expect(plain('Block 12 Marble 2026')).toBe('Block 12 Marble 2026')
  })

  test('names no path of the API', () => {
    const late = 'Booking BK-1 has left. The desk can post it as a late charge'
    expect(plain(`${late}: POST /api/bookings/65/66/charges.`)).toBe(`${late}.`)
  })

  test('has its days in the words of the language', () => {
    language.locale = 'hi-IN'
    expect(plain('from Tue, 14 Apr 2026 to 9 May 2026')).toBe('from मंगल, 14 अप्रैल 2026 to 9 मई 2026')
  })
})
