import type { Page } from '@playwright/test'

import { day } from './chart'
import { expect, test, type Desk } from './hotel'
import { newCategory } from './rooms'

// What is between the margins of an A4 page, in CSS pixels: upright with 12 mm, or lying with 8 mm.
const upright = 703
const lying = 1062

interface Paper {
  name: string
  path: (closed: string, groupId: string) => string
  width: number
  pages: number // at most
  aPage?: number // rows that a page holds at least, where other journeys make more of them
  shows: (string | RegExp)[]
}

const papers: Paper[] = [
  { name: 'Today', path: () => '/today', width: upright, pages: 1, aPage: 24, shows: ['Arrivals', 'Balance'] },
  {
    name: 'the fortnight of the stay view',
    path: () => '/stay-view?days=14',
    width: lying,
    pages: 2,
    aPage: 25,
    shows: [/^Haveli Sagar: /, /Lake View Room, \d+ rooms/, '308'], // other journeys add rooms
  },
  {
    name: "housekeeping's board of a floor",
    path: () => '/housekeeping?floor=3',
    width: upright,
    pages: 1,
    shows: ['Floor 3', '☐'],
  },
  {
    name: 'the report of a closed day',
    path: (closed) => `/night-audit?date=${closed}`,
    width: upright,
    pages: 1,
    shows: [/^Report of /, 'Rooms sold', 'Takings'],
  },
  { name: 'the list of invoices', path: () => '/invoices', width: upright, pages: 2, shows: [/^INV-/, 'Due date'] },
  {
    name: 'the lists for a downtime',
    path: () => '/downtime',
    width: lying,
    pages: 4,
    aPage: 15,
    shows: ['In house', 'Arrivals, today and tomorrow', 'Rooms, the coming 14 nights'],
  },
  { name: 'the reports', path: () => '/reports', width: upright, pages: 3, shows: ['Occupancy', 'Due in all'] },
  {
    name: "a group's list of arrivals",
    path: (_, groupId) => `/groups/${groupId}/papers`,
    width: upright,
    pages: 2,
    shows: ['Arrivals list', /^Printed Guest 30/],
  },
  {
    name: "a group's list of keys",
    path: (_, groupId) => `/groups/${groupId}/papers?view=keys`,
    width: upright,
    pages: 2,
    shows: ['Keys list', 'Signature', /^Printed Guest 30/],
  },
  {
    name: "a group's name cards, ten on a page",
    path: (_, groupId) => `/groups/${groupId}/papers?view=cards`,
    width: upright,
    pages: 4,
    shows: [/^Printed Guest 30/, 'A group on paper'],
  },
  {
    name: "a group's master account",
    path: (_, groupId) => `/groups/${groupId}?view=account`,
    width: upright,
    pages: 3,
    shows: ['Who pays what', 'What each booking carries', 'Charges on the master account'],
  },
  { name: 'the list of bookings', path: () => '/bookings', width: upright, pages: 2, shows: [/^BK-/] },
]

/** printedGroup makes a group of thirty rooms in a category of its own. */
async function printedGroup(desk: Desk): Promise<string> {
  const name = 'Paper'
  const rooms = Array.from({ length: 30 }, (_, i) => i + 1)
  const [checkIn, checkOut] = [day(500), day(502)]
  const categoryId = await newCategory(desk, name)
  for (const i of rooms) await desk.post('/api/rooms/{org}/create', { roomNumber: `P${i}`, floor: name, categoryId })
  const contactPhone = '+91 98450 12345'
  const group = { name: 'A group on paper', status: 'definite', checkIn, checkOut, contactPhone, masterPays: 'rooms' }
  const { _id } = await desk.post<{ _id: string }>('/api/groups/{org}/create', group)
  await desk.post(`/api/groups/{org}/${_id}/rooming-list`, {
    rows: rooms.map((i) => ({ name: `Printed Guest ${i}`, category: name, checkIn, checkOut })),
  })
  await desk.post(`/api/groups/{org}/${_id}/charges`, { description: 'Banquet', unitPrice: 1000 })
  return _id
}

/** cutOff are the parts of a page that are wider than their place, and hide the rest. Names in the chart may be cut. */
const cutOff = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('#main *')]
      .filter((element) => element.checkVisibility() && element.clientWidth > 2 && !element.closest('.sheet td'))
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .filter((element) => getComputedStyle(element).overflowX !== 'visible')
      .map((element) => element.outerHTML.slice(0, 80)),
  )

/** unprintable are texts that are too pale for paper, and grounds that would be black on it. */
const unprintable = (page: Page) =>
  page.evaluate(() => {
    const light = (colour: string) => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = colour.match(/[\d.]+/g)!.map(Number)
      return alpha < 0.5 ? undefined : (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255
    }
    return [document.documentElement, ...document.querySelectorAll<HTMLElement>('body, body *:not(option)')]
      .filter((element) => element.checkVisibility() && !element.closest('.unseen, canvas'))
      .filter((element) => {
        const { color, backgroundColor } = getComputedStyle(element)
        return (light(color) ?? 0) > 0.6 || (light(backgroundColor) ?? 1) < 0.6
      })
      .map((element) => element.outerHTML.slice(0, 80))
  })

/** pagesOf counts the pages of a PDF of Chromium, which writes each as an object of its own. */
const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0

test('what is printed is all there on A4, without what is pressed, and light in the dark theme', async ({
  page,
  enter,
  desk,
}) => {
  test.setTimeout(120_000)
  const devika = await desk()
  // A day of the demo's own: other journeys close the last ones, with more on them.
  const closed = (await devika.get<{ date: string }[]>('/api/bookings/{org}/night-audit/list?limit=5')).at(-1)!
  const groupId = await printedGroup(devika)
  await page.emulateMedia({ colorScheme: 'dark' })
  await enter('Devika')
  for (const { name, path, width, pages, aPage = Infinity, shows } of papers) {
    await test.step(name, async () => {
      await page.emulateMedia({ media: 'screen' })
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.evaluate(
        (to) => {
          history.pushState(null, '', to)
          dispatchEvent(new PopStateEvent('popstate'))
        },
        path(closed.date, groupId),
      )
      await expect(page.locator('#main h1').first()).toBeVisible()
      await expect(page.locator('#main').getByText('Loading …')).toHaveCount(0)
      if (path('', '') === '/reports') await expect(page.locator('canvas')).toHaveCount(7)

      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize({ width, height: 1000 })
      for (const text of shows) {
        await expect(page.locator('#main').getByText(text).filter({ visible: true }).first()).toBeVisible()
      }
      await expect(page.locator('button, nav, header[role=banner], .toasts').filter({ visible: true })).toHaveCount(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      expect(await cutOff(page)).toEqual([])
      expect(await unprintable(page)).toEqual([])
      const pdf = await page.pdf({ format: 'A4', preferCSSPageSize: true, printBackground: true })
      expect(pagesOf(pdf)).toBeGreaterThan(0)
      const rows = await page.locator('#main tr').filter({ visible: true }).count()
      expect(pagesOf(pdf)).toBeLessThanOrEqual(Math.max(pages, Math.ceil(rows / aPage)))
    })
  }
})
