import type { Page } from '@playwright/test'

import { day, Fortnight } from './chart'
import { expect, test } from './hotel'
import { soldRooms } from './rooms'

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const rowOf = (page: Page, name: string) => page.getByRole('row', { name })

test('who waits for a full night is told of as soon as a room can be had, and booked from there', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  const [room] = await soldRooms(owner, 'Full', 1)
  const days = new Fortnight(owner, 80, [room!])
  const taken = await days.book('Lucky Guest', room!, 0, 2)
  await enter('Arjun', `/bookings/new?from=${day(80)}&to=${day(82)}`)
  await field(page, 'Name').fill('Asha Waits')
  await field(page, 'Phone').fill('+91 98450 12345')
  await page.getByRole('button', { name: 'Put on the waitlist' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('Asha Waits') // typed once
  await dialog.getByLabel('Category').selectOption('Full')
  await accessible()
  await dialog.getByRole('button', { name: 'Put on the waitlist' }).click()
  await expect(rowOf(page, 'Asha Waits')).toContainText('1 × Full')
  await expect(rowOf(page, 'Asha Waits')).toContainText('No room yet')

  await owner.put(`/api/bookings/{org}/${taken}/cancel`, { reason: 'Trip called off' })
  await expect(rowOf(page, 'Asha Waits')).toContainText('Rooms free')
  await accessible()
  await page.getByRole('button', { name: /^Notifications$|for you$/ }).click()
  await expect(page.getByRole('dialog')).toContainText(
    /Asha Waits waits for a room \(Full\) from .*: one is free now\./,
  )
  await page.keyboard.press('Escape')

  // The day's screen names who can be called; the new booking begins with what they asked for.
  await page.goto('/today')
  await expect(page.getByRole('heading', { name: /guests? who waits? can have/ })).toBeVisible()
  await accessible()
  await page.getByRole('link', { name: 'Asha Waits' }).click()
  await expect(page.getByText('For Asha Waits, who waits for 1 × Full.')).toBeVisible()
  await expect(field(page, 'Name')).toHaveValue('Asha Waits')
  await expect(page.getByRole('complementary', { name: 'Booking summary' })).toContainText('Full')
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Asha Waits' })).toBeVisible()
  await page.goto('/waitlist?status=booked')
  await rowOf(page, 'Asha Waits').getByRole('link', { name: 'Booking' }).click()
  await expect(page.getByRole('heading', { name: 'Asha Waits' })).toBeVisible()
})

test('an entry of the waitlist is changed and taken off by the keyboard, on a phone a card', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  await owner.post('/api/waitlist/{org}/create', {
    guestName: 'Ravi Waits',
    guestPhone: '+91 98450 54321',
    checkIn: day(86),
    checkOut: day(87),
    rooms: 90,
    adults: 2,
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await enter('Meera', '/waitlist')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await accessible()
  await page.getByRole('button', { name: 'Change what Ravi Waits waits for' }).press('Enter')
  await field(page, 'Rooms').fill('91')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(rowOf(page, 'Ravi Waits')).toContainText('91 × any category')
  await page.getByRole('button', { name: 'Take off the waitlist: Ravi Waits' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Take off' }).press('Enter')
  await expect(rowOf(page, 'Ravi Waits')).toBeHidden()
})

test('rooms are held until a date, seen on the stay view, extended, and booked at the kept prices', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  await soldRooms(owner, 'Option', 2)
  const dates = `from=${day(82)}&to=${day(84)}`
  await enter('Meera', `/bookings/new?${dates}`)
  const count = page.getByRole('spinbutton', { name: /^Rooms: Option, Best/ })
  await count.fill('2')
  await count.press('Tab')
  await page.getByRole('button', { name: 'Hold until …' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Option Taker')
  await dialog.getByLabel('Notes').fill('Asks the family')
  await accessible()
  await dialog.getByRole('button', { name: 'Hold the rooms' }).click()
  const held = rowOf(page, 'Option Taker')
  await expect(held).toContainText('Option1, Option2 · Option')
  await expect(held).toContainText('6:00 pm')
  await accessible()

  await page.getByRole('button', { name: 'Extend or change the hold for Option Taker' }).click()
  await dialog.getByLabel('Until', { exact: true }).fill('+5')
  await dialog.getByLabel('Time').fill('12:30')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(held).toContainText('12:30 pm')

  await page.goto(`/stay-view?${dates}&text=option%20taker`)
  const piece = page.getByRole('gridcell', { name: /^Held, .*Option Taker/ })
  await expect(piece).toHaveCount(2)
  await accessible()
  await piece.first().click()
  await page.getByRole('dialog').getByRole('link', { name: 'Held rooms' }).click()

  await page.getByRole('button', { name: 'Book for Option Taker' }).click()
  await expect(dialog).toContainText('At the prices that were kept: ₹12,000 in all (BAR).')
  await dialog.getByLabel('Phone').fill('+91 98450 12345')
  await accessible()
  await dialog.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Option Taker' })).toBeVisible()
  const [listed] = await owner.get<{ bookingId: string }[]>('/api/bookings/{org}/list?search=Option%20Taker')
  const made = await owner.get<{ rooms: { roomNumber: string }[] }>(`/api/bookings/{org}/${listed!.bookingId}`)
  expect(made.rooms.map(({ roomNumber }) => roomNumber)).toEqual(['Option1', 'Option2'])
  await page.goto('/waitlist?view=holds')
  await expect(page.getByText('No room is held.')).toBeVisible()
})
