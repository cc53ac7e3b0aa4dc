import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

import { flatten, pluralForms, pseudo, render } from './messages'

const parsed = (...path: string[]) => JSON.parse(readFileSync(join(import.meta.dirname, ...path), 'utf8'))
const read = (language: string) => flatten({ ...parsed('first', `${language}.json`), ...parsed(`${language}.json`) })
const languages = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -5))
const form = /_(zero|one|two|few|many|other)$/
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

// A key with plural forms needs those that its language has; all others are the same in every language.
function keysOf(language: string, english: ReadonlyMap<string, string>): string[] {
  const keys = [...english.keys()].filter((key) => !form.test(key))
  const plural = new Set([...english.keys()].filter((key) => form.test(key)).map((key) => key.replace(form, '')))
  for (const key of plural) keys.push(...pluralForms(language).map((suffix) => `${key}_${suffix}`))
  return keys.sort()
}

describe.each(languages)('the messages of %s', (language) => {
  const english = read('en')
  const messages = read(language)

  test('are complete, and no more', () => {
    expect([...messages.keys()].sort()).toEqual(keysOf(language, english))
  })

  test('have the same places to fill in', () => {
    for (const [key, text] of messages) {
      const model = english.get(key) ?? english.get(key.replace(form, '_other')) ?? ''
      const own = placeholders(text).filter((name) => name !== 'count')
      expect(own, key).toEqual(placeholders(model).filter((name) => name !== 'count'))
    }
  })

  test('say something', () => {
    for (const [key, text] of messages) expect(text.trim(), key).not.toBe('')
  })
})

test('every message is used', () => {
  const files = readdirSync(join(import.meta.dirname, '..'), { recursive: true, encoding: 'utf8' })
  const sources = files
    .filter((name) => /\.(svelte|ts)$/.test(name) && !name.endsWith('.test.ts') && !name.endsWith('.d.ts'))
    .map((name) => readFileSync(join(import.meta.dirname, '..', name), 'utf8'))
    .join('\n')
  // Keys are put together of a name and a dot, at the most, such as `today.${list}`.
  const prefixes = [...sources.matchAll(/`([a-z][\w.]*\.)\$\{/gi)].map(([, prefix]) => prefix!)
  const quoted = new Set([...sources.matchAll(/'([\w.-]+)'/g)].map(([, key]) => key!))
  const unused = [...read('en').keys()]
    .map((key) => key.replace(form, ''))
    .filter((key) => !quoted.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)))
  expect(unused).toEqual([])
})

describe('render', () => {
  const messages = new Map([
    ['room_one', '{count} room'],
    ['room_other', '{count} rooms'],
    ['hello', 'Hello {name}'],
  ])
  const english = new Intl.PluralRules('en')

  test.each([
    ['room', { count: 1 }, '1 room'],
    ['room', { count: 0 }, '0 rooms'],
    ['hello', { name: 'Asha $& {x}' }, 'Hello Asha $& {x}'],
    ['hello', {}, 'Hello {name}'],
    ['nothing', {}, undefined],
  ])('%s %o', (key, params, want) => {
    expect(render(messages, english, key, params)).toBe(want)
  })
})

test('the pseudo language keeps what is filled in', () => {
  expect(pseudo('Page {page}')).toMatch(/^⟦Págë \{page\}·+⟧$/)
})
