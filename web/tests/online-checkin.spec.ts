import type { Locator, Page } from '@playwright/test'

import { expect, test, type Desk } from './hotel'
import { newCategory } from './rooms'

const day = (plus = 0) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + plus * 86_400_000)

// Of a passport by ICAO 9303.
const zone = 'P<NPLGURUNG<<MAYA<<<<<<<<<<<<<<<<<<<<<<<<<<<\nPA01234560NPL8811020F3201303<<<<<<<<<<<<<<<8'

/** book books a room of its own for two adults tonight. */
async function book(owner: Desk, guestName: string, room: string): Promise<string> {
  const categoryId = await newCategory(owner, room)
  const { _id: roomId } = await owner.post<{ _id: string }>('/api/rooms/{org}/create', { roomNumber: room, categoryId })
  const { bookingId } = await owner.post<{ bookingId: string }>('/api/bookings/{org}/create', {
    guestName,
    guestPhone: '+91 98450 12345',
    guestEmail: 'maya@example.com',
    checkIn: day(),
    checkOut: day(2),
    rooms: [{ roomId, roomNumber: room, roomType: room, ratePerNight: 3000, adults: 2 }],
  })
  return bookingId
}

async function draw(page: Page, pad: Locator) {
  await pad.scrollIntoViewIfNeeded()
  const box = (await pad.boundingBox())!
  await page.mouse.move(box.x + 30, box.y + 40)
  await page.mouse.down()
  await page.mouse.move(box.x + 180, box.y + 70, { steps: 6 })
  await page.mouse.up()
}

/** link makes a link at the desk, and is its path. */
async function link(page: Page): Promise<string> {
  const card = page.getByRole('region', { name: 'Online check-in' })
  await card.getByRole('button', { name: 'Links' }).click()
  await page.getByRole('menuitem', { name: /link$/ }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Make a/ }).click()
  const url = new URL(await dialog.getByLabel('Link', { exact: true }).inputValue())
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  return url.pathname
}

/** check does all steps as the guest, on a page of its own; with a script it draws the signature. */
async function checkIn(guest: Page, path: string, script: boolean, look: () => Promise<void>) {
  await guest.goto(path)
  await expect(guest.getByText('Gurung')).toHaveCount(0) // before the digits the page tells little
  await look()
  await guest.getByLabel('Last four digits of the telephone').fill('2345')
  await guest.getByRole('button', { name: 'Go on' }).click()
  await look()
  await guest.getByRole('button', { name: 'That is right' }).click()
  await expect(guest.getByRole('heading', { name: 'Guests' })).toBeVisible()
  await guest.getByLabel('Name').first().fill('Ravi Gurung')
  await look()
  await guest.getByRole('button', { name: 'Save and go on' }).click()

  // Of the second guest nothing but the name is known; he has no record, and no documents.
  await expect(guest.getByRole('heading', { name: 'Documents' })).toBeVisible()
  for (const name of await guest.getByRole('listitem').filter({ hasText: 'Gurung' }).allInnerTexts()) {
    await guest.getByRole('link', { name: name.replace('✓ ', '') }).click()
    const lines = guest.getByLabel(/two lines at the foot/)
    await lines.fill(zone)
    await guest.getByRole('button', { name: 'Fill in from these lines' }).click()
    await expect(guest.getByText('Look at what was read')).toBeVisible()
    await expect(guest.getByLabel('Passport number')).toHaveValue('PA0123456')
    await look()
    await guest.getByRole('button', { name: 'Save and go on' }).click()
    if (await guest.getByRole('heading', { name: 'Registration Card' }).count()) break
  }

  await expect(guest.getByRole('heading', { name: 'Registration Card' })).toBeVisible()
  await guest.getByLabel('Arriving from').fill('Kathmandu')
  await guest.getByLabel('Purpose of the visit').fill('Holiday')
  if (script) await draw(guest, guest.getByRole('img', { name: 'Signature of the guest' }))
  else await expect(guest.locator('canvas')).toBeHidden()
  await look()
  await guest.getByRole('button', { name: 'Save and go on' }).click()

  await expect(guest.getByRole('heading', { name: 'Arrival' })).toBeVisible()
  await guest.getByLabel('When you arrive (hours and minutes)').fill('18:30')
  await guest.getByLabel('What you would like').fill('A quiet room')
  await look()
  await guest.getByRole('button', { name: 'Save and go on' }).click()
  await look()
  await guest.getByRole('button', { name: 'Complete the check-in' }).click()
  await expect(guest.getByText('You are checked in online')).toBeVisible()
}

for (const script of [true, false]) {
  test(`a guest checks in online ${script ? 'on a phone' : 'without a script'}, and the desk verifies it`, async ({
    page,
    enter,
    desk,
    accessible,
    browser,
  }) => {
    const owner = await desk()
    const name = script ? 'Maya Gurung' : 'Nira Gurung'
    const bookingId = await book(owner, name, script ? 'Online1' : 'Online2')
    await enter('Meera', `/bookings/${bookingId}`)
    const card = page.getByRole('region', { name: 'Online check-in' })
    await expect(card).toContainText('Not begun')
    await accessible()
    const path = await link(page)
    await expect(card).toContainText('1 link works.')

    const viewport = { width: 390, height: 780 }
    const phone = await browser.newContext({ baseURL: owner.url, viewport, javaScriptEnabled: script })
    const guest = await phone.newPage()
    const sideways = () => guest.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await checkIn(guest, path, script, async () => {
      if (!script) return
      await accessible(guest)
      expect(await sideways(), 'the page scrolls sideways').toBeLessThanOrEqual(0)
    })
    await phone.close()

    // The desk hears of it at once, on the booking and among today's arrivals.
    await expect(card).toContainText('Complete')
    await expect(page.getByRole('region', { name: 'Registration cards' })).toContainText(
      script ? 'Signed online' : 'Not signed',
    )
    const verify = page.getByRole('dialog', { name: 'Verify identity' })
    await card.getByRole('button', { name: 'Verify identity' }).press('Enter')
    await expect(verify.getByRole('listitem').filter({ hasText: 'Ravi Gurung' })).toBeVisible()
    await expect(verify).toContainText('Kathmandu · Holiday')
    await expect(verify).toContainText('18:30')
    await expect(verify).toContainText('A quiet room')
    await accessible()
    await verify.getByRole('button', { name: 'Guests and documents are compared' }).press('Enter')
    await expect(verify).toBeHidden()
    await expect(card).toContainText('Verified')
    await expect(card).toContainText('Meera')

    await page.goto('/today?list=arrivals')
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('Online: Verified')
  })
}

test.describe(() => {
  test.use({ refusals: true })

  test('a link is mailed, renewed and ended, and the hotel may switch it off', async ({
    page,
    enter,
    desk,
    accessible,
    browser,
  }) => {
    const owner = await desk()
    const bookingId = await book(owner, 'Lena Link', 'Online3')
    await enter('Devika', `/bookings/${bookingId}`)
    const card = page.getByRole('region', { name: 'Online check-in' })
    await card.getByRole('button', { name: 'Mail the link' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('E-mail').fill('nobody')
    await dialog.getByRole('button', { name: 'Mail the link' }).click()
    await expect(dialog.getByText(/must be an e-mail address/).first()).toBeVisible()
    await dialog.getByLabel('E-mail').fill('lena@example.com')
    await accessible()
    await dialog.getByRole('button', { name: 'Mail the link' }).click()
    await expect(dialog).toBeHidden()
    await expect(card).toContainText('1 link works.')

    const first = await link(page)
    const second = await link(page)
    await expect(card).toContainText('1 link works.')
    const guest = await (await browser.newContext({ baseURL: owner.url })).newPage()
    expect((await guest.goto(first))!.status()).toBe(404)
    expect((await guest.goto(second))!.status()).toBe(200)
    await guest.getByLabel('Last four digits of the telephone').fill('0000')
    await guest.getByRole('button', { name: 'Go on' }).click()
    await expect(guest.getByRole('alert')).toContainText('not the last four digits')
    await card.getByRole('button', { name: 'Links' }).click()
    await page.getByRole('menuitem', { name: 'End the links' }).click()
    await dialog.getByRole('button', { name: 'End the links' }).click()
    await expect(card).toContainText('0 links work.')
    expect((await guest.goto(second))!.status()).toBe(404)
    await guest.context().close()

    await page.goto('/settings/arrivals')
    const form = page.getByRole('form', { name: 'Online check-in' })
    await form.getByLabel('From so many days before the arrival').fill('900')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText(/From so many days before the arrival must be/)).toBeVisible()
    await form.getByLabel('From so many days before the arrival').fill('7')
    await form.getByLabel('Guests can check in online').uncheck()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('.toasts')).toContainText('Saved.')
    await page.goto(`/bookings/${bookingId}`)
    await expect(card).toContainText('It is switched off in the settings.')
    await expect(card.getByRole('button', { name: 'Mail the link' })).toHaveCount(0)
    await owner.put('/api/bookings/{org}/online-checkin-settings', { enabled: true })
  })
})
