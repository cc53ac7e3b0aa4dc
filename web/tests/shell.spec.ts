import type { Page } from '@playwright/test'

import { expect, test, type PersonName } from './hotel'
import { linkTo } from './mail'

const phone = { width: 390, height: 844 }

const sideways = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test('the search in the header offers what was opened last, by the keyboard alone', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const [booking] = await (
    await desk()
  ).get<{ bookingId: string; guestName: string; code: string }[]>('/api/bookings/{org}/list?limit=1')
  await enter('Meera', `/bookings/${booking!.bookingId}`)
  await page.goto('/guests')
  await expect(page.getByRole('heading', { name: 'Guests' })).toBeVisible()
  await page.getByRole('button', { name: /^Search guests/ }).focus()
  await page.keyboard.press('Enter')
  const palette = page.getByRole('dialog', { name: 'Search and go to' })
  await expect(palette.getByText('Opened last')).toBeVisible()
  await expect(palette.getByRole('option').first()).toContainText(booking!.code)
  await accessible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(booking!.bookingId))
  await page.keyboard.press('Control+k')
  await expect(palette.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: /^Account of Meera/ }).press('Enter')
  const menu = page.getByRole('group', { name: /^Meera/ })
  await expect(menu).toContainText('Live: what others change shows at once')
  await accessible()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Account of Meera/ })).toBeFocused()
})

const homes: [PersonName, string][] = [
  ['Devika', 'Overview'],
  ['Arjun', 'Today'],
  ['Meera', 'Today'],
  ['Kamla', 'Housekeeping'],
  ['Suresh', 'Invoices'],
]
for (const [person, home] of homes) {
  test(`${person} begins with ${home}`, async ({ page, enter }) => {
    await enter(person)
    await expect(page.getByRole('heading', { level: 1, name: home })).toBeVisible()
  })
}

test('who likes to begin elsewhere chooses it, for every machine', async ({ page, enter, browser, hotel }) => {
  await enter('Arjun', '/account')
  const first = page.getByLabel('First screen')
  await expect(first).toHaveValue('')
  const kept = () =>
    page.waitForResponse((answer) => answer.url().includes('/api/preferences/') && answer.request().method() === 'PUT')
  let sent = kept()
  await first.selectOption('Night audit')
  await sent
  const elsewhere = await browser.newPage({ baseURL: hotel.url })
  await enter('Arjun', '/', elsewhere)
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Night audit' })).toBeVisible()
  await elsewhere.close()
  sent = kept()
  await first.selectOption('')
  await sent
})

test('each figure of the overview opens its rows', async ({ page, enter, accessible }) => {
  await enter('Devika')
  await expect(page.getByText('Picked up in 7 days')).toBeVisible()
  await expect(page.getByText('Open invoices')).toBeVisible()
  await accessible()
  await page.getByRole('link', { name: 'Departures today' }).click()
  await expect(page.getByRole('heading', { name: 'Departures', level: 2 })).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Past their due date' }).click()
  await expect(page).toHaveURL(/\/invoices\?overdue=true$/)
})

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true })

  test('one row at the top, the main places at the bottom, and all else behind them', async ({
    page,
    enter,
    accessible,
  }) => {
    await enter('Meera')
    const places = page.getByRole('navigation', { name: 'Main places' })
    await expect(places.getByRole('link')).toHaveText(['Today', 'Stay view', 'Bookings', 'Housekeeping'])
    expect((await page.getByRole('banner').boundingBox())!.height).toBeLessThan(60)
    await accessible()
    await places.getByRole('button', { name: 'More' }).click()
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await expect(menu.getByRole('link', { name: 'Overview' })).toBeFocused()
    await accessible()
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await page.getByRole('button', { name: /^Account of Meera/ }).click()
    await expect(page.getByRole('group', { name: /^Meera/ })).toContainText('Haveli Sagar')
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await accessible()
  })

  test('filters are behind one button, with a chip for each that is set; rows are cards', async ({
    page,
    enter,
    accessible,
  }) => {
    await enter('Meera', '/bookings?status=confirmed&owed=true')
    await expect(page.getByRole('button', { name: 'Filters (2 set)' })).toBeVisible()
    await expect(page.getByLabel('State', { exact: true })).toBeHidden()
    const confirmed = page.getByText('Confirmed', { exact: true }) // who comes today is due in
    const row = page.getByRole('row').filter({ hasText: 'BK-' }).filter({ has: confirmed }).first()
    const name = (await row.getByRole('rowheader').boundingBox())!
    const state = (await row.getByText('Confirmed', { exact: true }).boundingBox())!
    expect(Math.abs(name.y - state.y)).toBeLessThan(8)
    expect(state.x).toBeGreaterThan(name.x)
    await accessible()
    await page.getByRole('button', { name: 'Without State: Confirmed' }).click()
    await expect(page).toHaveURL(/\/bookings\?owed=true$/)
    await page.getByRole('button', { name: 'Filters (1 set)' }).click()
    await expect(page.getByLabel('State', { exact: true })).toBeVisible()
    await accessible()
  })

  test('nothing scrolls sideways at 360 pixels', async ({ page, enter }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await enter('Devika')
    for (const path of ['/overview', '/today', '/stay-view', '/bookings', '/guests', '/invoices']) {
      await page.goto(path)
      await expect(page.locator('#main h1')).toBeVisible()
      expect(await sideways(page), path).toBeLessThanOrEqual(0)
    }
  })
})

test.describe('at an address that does not exist', () => {
  test.use({ refusals: true }) // the page comes with the status 404

  test('a page of ours leads on, and tells a stranger nothing', async ({ page, enter, accessible }) => {
    await page.goto('/nowhere/at/all')
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
    await accessible()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await enter('Meera')
    await page.goto('/nowhere/at/all')
    await expect(page.getByText('/nowhere/at/all')).toBeVisible()
    await accessible()
    await page.getByRole('list', { name: 'Main places' }).getByRole('link', { name: 'Stay view' }).click()
    await expect(page.getByRole('grid')).toBeVisible()
  })
})

test('the mailed page greets the maker of a hotel, speaks Hindi, and leads on', async ({ page, hotel, accessible }) => {
  const email = 'maker@dera.example'
  await page.request.post('/api/organization/create', { data: { name: 'Dera Pokhran', email } })
  await expect.poll(() => linkTo(hotel, email, 'invite')).toBeTruthy()
  const link = new URL(linkTo(hotel, email, 'invite')!)
  await page.goto(link.pathname + link.search)
  await expect(page.getByRole('heading', { name: 'Dera Pokhran is made' })).toBeVisible()
  await accessible()
  await page.emulateMedia({ colorScheme: 'dark' })
  await accessible()
  await page.getByRole('link', { name: 'हिन्दी' }).click()
  await page.getByRole('button', { name: 'आगे बढ़ें' }).click()
  await expect(page.getByRole('heading', { name: 'बस एक कदम और' })).toBeVisible()
  await accessible()
  await page.getByLabel('आपका नाम').fill('Dera Singh')
  await page.getByLabel(/^पासवर्ड/).fill('a tent beyond the dunes')
  await page.getByRole('button').click()
  await page.getByRole('link', { name: 'Sarai खोलें' }).click()
  await expect(page.getByRole('button', { name: 'साइन इन करें', exact: true })).toBeVisible()
})
