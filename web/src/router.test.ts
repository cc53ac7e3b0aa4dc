import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test, vi } from 'vitest'

let router: typeof import('./router.svelte')

beforeAll(async () => {
  vi.stubGlobal('location', { pathname: '/', search: '', origin: 'http://sarai.test', href: 'http://sarai.test/' })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', { addEventListener: () => undefined })
  router = await import('./router.svelte')
})

describe('placeOf', () => {
  test('finds a screen, its query and nothing else', () => {
    expect(router.placeOf('/today', '?list=departures')).toMatchObject({ name: 'today', params: {} })
    expect(router.placeOf('/today', '?list=departures').query.get('list')).toBe('departures')
    expect(router.placeOf('/nowhere', '').name).toBeUndefined()
    expect(router.placeOf('//', '').name).toBeUndefined()
  })
})

test('href puts into the query what the path has no place for', () => {
  expect(router.href('today', { list: 'in house', empty: '', page: 2 })).toBe('/today?list=in+house&page=2')
})

test('no two screens have the same letter', () => {
  const source = readFileSync(new URL('./screens.ts', import.meta.url), 'utf8')
  const letters = [...source.matchAll(/^ {4}key: '(.)'/gm)].map(([, letter]) => letter)
  expect(letters.length).toBeGreaterThan(10)
  expect(new Set(letters).size).toBe(letters.length)
})
