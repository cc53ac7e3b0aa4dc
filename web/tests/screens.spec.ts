import type { Page } from '@playwright/test'

import { paths, type ScreenName } from '../src/paths'
import { expect, people, test, type Desk, type PersonName } from './hotel'

const names = Object.keys(paths) as ScreenName[]

// The records that the screens of one record are opened with: the first of each list.
const lists: Record<string, string> = {
  bookingId: '/api/bookings/{org}/list?limit=1',
  guestId: '/api/guests/{org}/list?limit=1',
  invoiceId: '/api/invoices/{org}/list?limit=1',
  creditNoteId: '/api/credit-notes/{org}/list?limit=1',
  quoteId: '/api/quotes/{org}/list?limit=1',
  accountId: '/api/accounts/{org}/list',
  templateId: '/api/email-templates/{org}/list',
  planId: '/api/rate-plans/{org}/list',
}

async function addresses(desk: Desk): Promise<Record<ScreenName, string>> {
  const ids: Record<string, string> = {}
  for (const [param, path] of Object.entries(lists)) {
    const [first] = await desk.get<{ _id?: string; bookingId?: string }[]>(path)
    ids[param] = first?._id ?? first?.bookingId ?? '665f1c2ab7e4d90012ab34cd'
  }
  const filled = names.map((name) => [name, paths[name].replace(/:(\w+)/g, (_, param: string) => ids[param] ?? '')])
  return Object.fromEntries(filled) as Record<ScreenName, string>
}

// Goes on without loading the page anew, as a link does.
async function open(page: Page, address: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await expect(page.locator('#main h1')).toBeVisible()
  await expect(page.locator('#main').getByText('Loading …')).toHaveCount(0)
}

for (const person of Object.keys(people) as PersonName[]) {
  test(`${person} opens every screen, or is told why not`, async ({ page, enter, desk, accessible }) => {
    test.setTimeout(240_000)
    const all = await addresses(await desk())
    await enter(person)
    for (const name of names) {
      await test.step(name, async () => {
        await open(page, all[name])
        await expect(page.getByRole('alert')).toHaveCount(0)
        const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(width, 'the page scrolls sideways').toBeLessThanOrEqual(0)
        if (person === 'Devika') await accessible()
      })
    }
  })
}

for (const [look, size, query] of [
  ['on a phone', { width: 390, height: 780 }, ''],
  ['in Hindi', { width: 1280, height: 800 }, '?language=hi'],
  ['from right to left', { width: 1280, height: 800 }, '?language=ar-XB'],
] as const) {
  test(`every screen holds ${look}`, async ({ page, desk }) => {
    test.setTimeout(240_000)
    await page.setViewportSize(size)
    const all = await addresses(await desk())
    await page.goto(`/${query}`)
    await page.getByRole('button', { name: /Devika/ }).click()
    await expect(page.locator('#main h1')).toBeVisible()
    for (const name of names) {
      await test.step(name, async () => {
        await open(page, all[name])
        const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(width, 'the page scrolls sideways').toBeLessThanOrEqual(0)
        if (query.includes('ar-XB')) expect(await plainTexts(page)).toEqual([])
      })
    }
  })
}

// In the pseudo language every text of ours stands in ⟦ ⟧: the names of buttons, links, headings and fields.
async function plainTexts(page: Page): Promise<string[]> {
  return page.locator('#main').evaluate(
    (main) =>
      [...main.querySelectorAll('h1, h2, h3, th[scope=col], label, button, legend')]
        .filter((element) => element.checkVisibility() && !element.closest('[data-content]'))
        .map((element) => element.textContent?.trim() ?? '')
        .filter((text) => /[a-z]{3}/.test(text) && !text.includes('⟦')), // PDF and GST are the same in all languages
  )
}
