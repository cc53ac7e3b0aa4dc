import { resolve } from 'node:path'
import { statSync } from 'node:fs'
import type { Page } from '@playwright/test'

import { expect, test, type PersonName } from '../tests/hotel'
import type { Desk } from '../tests/hotel'

const most = 150 * 1024 // bytes of a picture

/** shot writes a picture into docs/screenshots, when nothing on the page is loading any more. */
async function shot(page: Page, name: string): Promise<void> {
  await expect(page.locator('#main [aria-busy=true]')).toHaveCount(0)
  await expect(page.locator('#main').getByText('Loading …')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  const path = resolve(import.meta.dirname, `../../docs/screenshots/${name}.webp`)
  await page.screenshot({ path, type: 'webp', animations: 'disabled', caret: 'hide' })
  expect(statSync(path).size).toBeLessThanOrEqual(most)
}

const today = new Date().toISOString().slice(0, 10)

/** bookingId finds the first booking that a query lists. */
async function bookingId(desk: Desk, query: string): Promise<string> {
  const [first] = await desk.get<{ bookingId: string }[]>(`/api/bookings/{org}/list?limit=1&sort=checkIn&${query}`)
  return first!.bookingId
}

interface Picture {
  name: string
  who: PersonName
  path: (desk: Desk) => string | Promise<string>
  /** What is there when it has come, and what is pressed first. */
  ready?: (page: Page) => Promise<unknown>
}

const pictures: Picture[] = [
  { name: 'today', who: 'Meera', path: () => '/today' },
  { name: 'overview', who: 'Devika', path: () => '/overview' },
  { name: 'stay-view', who: 'Meera', path: () => '/stay-view?days=14' },
  {
    name: 'new-booking',
    who: 'Meera',
    path: () => '/bookings/new',
    ready: async (page) => {
      await page.getByRole('button', { name: /^One room more: Heritage Room, Best/ }).click()
      await page.getByRole('button', { name: /^One room more: Lake View Room, Best/ }).click()
      await page.getByLabel('Name', { exact: true }).fill('Amrita Chatterjee')
      await page.getByLabel('Phone', { exact: true }).fill('+91 98300 11223')
      await page.evaluate(() => scrollTo(0, 0))
    },
  },
  {
    name: 'booking',
    who: 'Meera',
    path: async (desk) => `/bookings/${await bookingId(desk, 'inHouse=true&balanceOwed=true')}`,
  },
  {
    name: 'split-bill',
    who: 'Meera',
    path: async (desk) => `/bookings/${await bookingId(desk, 'inHouse=true&balanceOwed=true')}`,
    ready: async (page) => {
      await page.getByRole('button', { name: 'Split the bill' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Billed to').last().selectOption({ index: 1 })
      await dialog.locator('li button').first().click()
    },
  },
  {
    name: 'check-in',
    who: 'Meera',
    path: async (desk) => `/bookings/${await bookingId(desk, `status=confirmed&from=${today}&to=${today}`)}/check-in`,
  },
  { name: 'night-audit', who: 'Arjun', path: () => '/night-audit' },
  { name: 'rates', who: 'Arjun', path: () => '/rates' },
]

for (const { name, who, path, ready } of pictures) {
  test(name, async ({ page, enter, desk }) => {
    await enter(who, await path(await desk()))
    await page.waitForLoadState('networkidle')
    await ready?.(page)
    await shot(page, name)
  })
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } })

  test('housekeeping', async ({ page, enter }) => {
    await enter('Kamla', '/housekeeping')
    await shot(page, 'housekeeping')
  })
})
