import type { Page } from '@playwright/test'

import type { ScreenName } from '../src/paths'
import { expect, test } from './hotel'
import { addresses, names, open } from './places'

// The ten screens that are used the most.
const ten: ScreenName[] = [
  'today',
  'overview',
  'stayView',
  'bookings',
  'newBooking',
  'booking',
  'nightAudit',
  'rates',
  'housekeeping',
  'reports',
]

/** watchShifts adds up the layout shifts that no input of the person explains. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as Shift[]) if (!hadRecentInput) seen.shift += value
    }).observe({ type: 'layout-shift', buffered: true })
  })

const shift = (page: Page) => page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)

/** still waits until nothing is asked of the server and what came is drawn. */
async function still(page: Page): Promise<void> {
  await expect(page.locator('#main h1').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

for (const [look, width, height] of [
  ['at a desk', 1440, 900],
  ['on a phone', 390, 844],
] as const) {
  test(`nothing moves while the ten most used screens load, ${look}`, async ({ page, enter, desk }) => {
    test.setTimeout(180_000)
    const all = await addresses(await desk())
    await page.setViewportSize({ width, height })
    await watchShifts(page)
    await enter('Devika')
    for (const name of ten) {
      await test.step(name, async () => {
        await page.goto(all[name])
        await still(page)
        expect(await shift(page), 'from cold').toBeLessThanOrEqual(0.02)
        await open(page, all.vendors)
        await still(page)
        const before = await shift(page)
        await open(page, all[name])
        await still(page)
        expect((await shift(page)) - before, 'from another screen').toBeLessThanOrEqual(0.02)
      })
    }
  })
}

/** cut are the texts that are cut off where nothing scrolls. Names on bars of a chart and its rack may be. */
const cut = (page: Page) =>
  page.evaluate(() => {
    const over = ({ left, right, top, bottom }: DOMRect, place: DOMRect, style: CSSStyleDeclaration) =>
      (style.overflowX !== 'visible' && (right > place.right + 1.5 || left < place.left - 1.5)) ||
      (style.overflowY !== 'visible' && (bottom > place.bottom + 2 || top < place.top - 2))
    const isCut = (element: Element): boolean => {
      const range = document.createRange()
      range.selectNodeContents(element)
      const box = range.getBoundingClientRect()
      for (let place: Element | null = element; place && place !== document.body; place = place.parentElement) {
        const style = getComputedStyle(place)
        if (/auto|scroll/.test(style.overflowX + style.overflowY)) return false
        if (over(box, place.getBoundingClientRect(), style)) return true
      }
      return false
    }
    return [...document.querySelectorAll('#main *, header *, nav a *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !element.closest('.unseen, svg, select, .sv-bar, td[colspan], h1:not([data-content])'))
      .filter(({ childNodes }) => [...childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()))
      .filter(({ clientWidth }) => clientWidth > 2)
      .filter(isCut)
      .map((element) => element.outerHTML.slice(0, 100))
  })

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

for (const [look, size, text] of [
  ['at 200 % zoom', { width: 720, height: 450 }, '100%'],
  ['with text of 200 %', { width: 1440, height: 900 }, '200%'],
  ['at 360 pixels', { width: 360, height: 740 }, '100%'],
] as const) {
  test(`no screen cuts its text or scrolls sideways ${look}`, async ({ page, enter, desk }) => {
    test.setTimeout(180_000)
    const devika = await desk()
    const all = await addresses(devika)
    const [{ category }] = await devika.get<[{ category: { _id: string } }]>('/api/rooms/{org}/list?limit=1')
    const roomNumber = `The Maharaja Suite above the Lotus ${Date.now() % 10_000}`.slice(0, 40)
    await devika.post('/api/rooms/{org}/create', { roomNumber, categoryId: category._id })
    await page.setViewportSize(size)
    await enter('Devika')
    if (text !== '100%') {
      await page.evaluate((to) => {
        const { fontSize } = getComputedStyle(document.documentElement)
        document.documentElement.style.fontSize = `${(parseFloat(fontSize) * parseInt(to)) / 100}px`
      }, text)
    }
    for (const name of names) {
      await test.step(name, async () => {
        await open(page, all[name])
        expect.soft(await sideways(page), 'the page scrolls sideways').toBeLessThanOrEqual(0)
        expect.soft(await cut(page)).toEqual([])
      })
    }
  })
}
