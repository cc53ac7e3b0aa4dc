import { describe, expect, test, vi } from 'vitest'

import { typedDay, wordsOf } from './typed-day'

vi.mock('../session/session.svelte', () => ({ session: {} }))
vi.mock('../i18n/i18n.svelte', () => ({ i18n: {} }))

const english = wordsOf('en-IN', 'Today', 'Tomorrow')
const hindi = wordsOf('hi-IN', 'आज', 'कल')
const today = '2026-11-24' // a Tuesday

describe('days as people type them', () => {
  test.each([
    ['', ''],
    ['24/11', '2026-11-24'],
    ['24.11.26', '2026-11-24'],
    ['24-11-2026', '2026-11-24'],
    ['24 11', '2026-11-24'],
    ['241126', '2026-11-24'],
    ['24112026', '2026-11-24'],
    ['2026-11-24', '2026-11-24'],
    ['24 nov', '2026-11-24'],
    ['24 November 2026', '2026-11-24'],
    ['Tue, 24 Nov 2026', '2026-11-24'],
    ['nov 24', '2026-11-24'],
    ['24 nove', '2026-11-24'],
    ['+3', '2026-11-27'],
    ['-1', '2026-11-23'],
    ['fri', '2026-11-27'],
    ['friday', '2026-11-27'],
    ['tue', today],
    ['today', today],
    ['Tomorrow', '2026-11-25'],
    ['5/1', '2027-01-05'],
    ['1 oct', '2026-10-01'],
    ['29/2', undefined],
    ['29/2/28', '2028-02-29'],
    ['31/4', undefined],
    ['11/24', undefined],
    ['24 ju', undefined],
    ['soon', undefined],
    ['24 nov 2026 x', undefined],
  ])('%s', (text, day) => expect(typedDay(text, today, english)).toBe(day))

  test('in Hindi, and in English there too', () => {
    expect(typedDay('24 नवंबर', today, hindi)).toBe('2026-11-24')
    expect(typedDay('24 nov', today, hindi)).toBe('2026-11-24')
    expect(typedDay('कल', today, hindi)).toBe('2026-11-25')
  })

  test('what a field shows is read as the day that it shows', () => {
    for (const [words, locale] of [
      [english, 'en-IN'],
      [hindi, 'hi-IN'],
    ] as const) {
      const format = new Intl.DateTimeFormat(locale, {
        weekday: 'short',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        timeZone: 'UTC',
      })
      for (let day = 0; day < 400; day++) {
        const moment = Date.UTC(2026, 0, 1 + day)
        const iso = new Date(moment).toISOString().slice(0, 10)
        expect(typedDay(format.format(moment), today, words)).toBe(iso)
      }
    }
  })
})
