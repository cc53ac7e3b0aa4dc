import type { Locator } from '@playwright/test'

import { day } from './chart'
import { expect, test, type Desk } from './hotel'
import { newCategory } from './rooms'

/** book makes a room of its own and a booking in it, and returns the booking's id. */
async function book(desk: Desk, guestName: string, roomNumber: string): Promise<string> {
  const categoryId = await newCategory(desk, `Room ${roomNumber}`)
  const { _id: roomId } = await desk.post<{ _id: string }>('/api/rooms/{org}/create', { roomNumber, categoryId })
  const { bookingId } = await desk.post<{ bookingId: string }>('/api/bookings/{org}/create', {
    guestName,
    guestEmail: `${roomNumber.toLowerCase()}@guests.example`,
    guestPhone: '+91 98280 11223',
    checkIn: day(20),
    checkOut: day(22),
    rooms: [{ roomId, roomNumber, roomType: `Room ${roomNumber}`, ratePerNight: 3000, adults: 1 }],
  })
  return bookingId
}

test('a letter is sent by hand, once however often it is clicked, and again when it is asked for', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const bookingId = await book(await desk(), 'Lata Letters', 'LT1')
  await enter('Meera', `/bookings/${bookingId}`)
  const card = page.getByRole('region', { name: 'Letters', exact: true })
  await expect(card.getByText('No letter was written yet.')).toBeVisible()
  await card.getByRole('button', { name: 'Send a letter' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Letter', { exact: true }).selectOption('Before the arrival')
  await expect(dialog.getByText('To lt1@guests.example')).toBeVisible()
  await expect(dialog.getByText(/begins on/).first()).toBeVisible()
  await accessible()
  await dialog.getByRole('button', { name: 'Send now' }).dblclick()
  await expect(dialog).toBeHidden()
  const row = card.getByRole('row').filter({ hasText: 'Before the arrival' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Sent by Meera')
  await expect(row).toContainText('lt1@guests.example')
  await expect(row.getByText('Sent', { exact: true })).toBeVisible()

  // By the keyboard alone: read it, and send it again.
  await row.getByRole('button', { name: 'Read “Before the arrival” to Lata Letters' }).press('Enter')
  await expect(page.frameLocator('dialog iframe').getByText('Dear Lata Letters,')).toBeVisible()
  await accessible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await row.getByRole('button', { name: 'Send again: Before the arrival' }).press('Enter')
  await expect(dialog.getByLabel('Letter', { exact: true })).toHaveValue('pre-arrival')
  await dialog.getByRole('button', { name: 'Send now' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(row).toHaveCount(2)
})

test('the log of letters is filtered by state and kind, and leads to the booking', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  const bookingId = await book(owner, 'Lohit Log', 'LT2')
  await owner.post(`/api/letters/{org}/bookings/${bookingId}/send`, { kind: 'review' })
  await enter('Devika', '/letters?kind=review')
  const row = page.getByRole('row').filter({ hasText: 'Lohit Log' })
  await expect(row).toContainText('Review')
  await expect(row.getByText('Sent', { exact: true })).toBeVisible()
  await accessible()
  await page.getByLabel('State').selectOption('Failed')
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByLabel('State').selectOption('Sent')
  await row.getByRole('link', { name: 'Lohit Log' }).click()
  await expect(page.getByRole('heading', { name: 'Lohit Log' })).toBeVisible()
})

test('a letter is worded with its placeholders checked, previewed, and given back the house’s words', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  await book(await desk(), 'Vani Words', 'LT3')
  await enter('Devika', '/settings/letters')
  await page.getByRole('link', { name: 'Words of letters' }).click()
  await expect(page.getByRole('rowheader', { name: 'Review · English' })).toBeVisible()
  await accessible()
  await page.getByRole('button', { name: 'Word it in a language' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Letter', { exact: true }).selectOption('Review')
  await dialog.getByLabel('Language').selectOption('French')
  await accessible()
  await dialog.getByRole('button', { name: 'Word it' }).click()

  await expect(page.getByRole('heading', { name: 'Review · French' })).toBeVisible()
  const subject = page.getByLabel('Subject')
  await subject.fill('Merci, {{guestname}}')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Nothing fills in {{guestname}}.').first()).toBeVisible()
  await subject.fill('Merci, {{guest_name}}')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Merci, Asha Rao')).toBeVisible()
  await preview.getByLabel('Filled in for').selectOption({ label: await newest(preview, 'Vani Words') })
  await expect(preview.getByText('Merci, Vani Words')).toBeVisible()
  await accessible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Own words')).toBeVisible()

  await page.getByRole('button', { name: 'Back to the house’s words' }).press('Enter')
  await dialog.getByRole('button', { name: 'Back to the house’s words' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('House’s words', { exact: true })).toBeVisible()
})

/** newest is what the list of bookings says of the guest's. */
async function newest(place: Locator, guest: string): Promise<string> {
  const option = place.getByRole('option').filter({ hasText: guest })
  await expect(option).toHaveCount(1)
  return (await option.textContent())!
}
