// What somebody waits for who opens the console with an empty cache, and how much they load.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { budget, firstScreen } from '../build/for-the-server'
import { expect, test } from '../tests/hotel'
import { figure, median } from './figures'

const times = 9
const limit = { paint: 600, data: 1200 } // milliseconds

test('the first screen', async ({ browser, baseURL, page, enter }) => {
  await enter('Meera')
  const session = await page.context().storageState()
  const found = { signIn: [] as number[], today: [] as number[], data: [] as number[] }
  for (let i = 0; i < times; i++) {
    for (const storageState of [undefined, session]) {
      const context = await browser.newContext({ baseURL, storageState, serviceWorkers: 'block' })
      const fresh = await context.newPage()
      await fresh.addInitScript(() => {
        new MutationObserver((_, observer) => {
          const row = document.querySelector('#main tbody tr')
          if (!row?.checkVisibility({ visibilityProperty: true })) return
          requestAnimationFrame(() => performance.mark('data'))
          observer.disconnect()
        }).observe(document, { attributeFilter: ['class'], childList: true, subtree: true })
      })
      await fresh.goto('/')
      const painted = () => fresh.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
      await expect.poll(painted).toBeDefined()
      found[storageState ? 'today' : 'signIn'].push((await painted())!)
      if (storageState) {
        await expect(fresh.locator('#main tbody tr').first()).toBeVisible()
        const came = () => fresh.evaluate(() => performance.getEntriesByName('data')[0]?.startTime)
        await expect.poll(came).toBeDefined()
        found.data.push((await came())!)
        Object.assign(session, await context.storageState()) // the refresh token has been used up
      }
      await context.close()
    }
  }
  const of = `median of ${times}, empty cache`
  figure('first paint of the sign-in page', median(found.signIn), limit.paint, 'ms', of)
  figure('first paint of Today, signed in', median(found.today), limit.paint, 'ms', of)
  figure('Today with its first rows', median(found.data), limit.data, 'ms', of)
})

test('what is loaded', () => {
  const dist = resolve(import.meta.dirname, '../dist')
  const gzipped = (name: string) =>
    statSync(join(dist, `${name}.gz`), { throwIfNoEntry: false }) ?? statSync(join(dist, name))
  const kilobytes = (names: string[]) => names.reduce((sum, name) => sum + gzipped(name).size, 0) / 1024
  const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
  const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'))
  figure('JavaScript of the first screen, gzipped', kilobytes(firstScreen(manifest)), budget.firstScreen / 1024, 'KB')
  const all = scripts.map((name) => `assets/${name}`)
  figure('all JavaScript, gzipped', kilobytes(all), budget.everything / 1024, 'KB')
})
