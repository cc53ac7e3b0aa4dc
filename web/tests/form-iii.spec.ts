import { expect, test } from './hotel'
import { newCategory } from './rooms'

const day = (plus = 0) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + plus * 86_400_000)

test('a guest from abroad arrives, and Form III is filled in and filed', async ({ page, enter, desk, accessible }) => {
  const owner = await desk()
  const { _id: guestId } = await owner.post<{ _id: string }>('/api/guests/{org}/create', {
    name: 'Maya Abroad',
    nationality: 'Nepal',
  })
  const categoryId = await newCategory(owner, 'Visitors')
  const { _id: roomId } = await owner.post<{ _id: string }>('/api/rooms/{org}/create', {
    roomNumber: 'AB1',
    categoryId,
  })
  const { bookingId } = await owner.post<{ bookingId: string }>('/api/bookings/{org}/create', {
    guestId,
    guestName: 'Maya Abroad',
    guestPhone: '+977 1 5970000',
    checkIn: day(),
    checkOut: day(2),
    rooms: [{ roomId, roomNumber: 'AB1', roomType: 'Visitors', ratePerNight: 3000, adults: 1 }],
  })
  await owner.post(`/api/bookings/{org}/${bookingId}/arrival`, {})

  await enter('Devika', '/form-iii?status=arrival-due')
  const row = page.getByRole('row').filter({ hasText: 'Maya Abroad' })
  await expect(row).toContainText('Arrival to be filed')
  await expect(row).toContainText(/2[34] hours left/)
  await expect(row).toContainText('required fields are empty')
  await accessible()
  await row.getByRole('link', { name: 'Maya Abroad' }).click()
  await expect(page.getByRole('heading', { name: 'Maya Abroad' })).toBeVisible()
  await expect(page.getByText('Needed').first()).toBeVisible()
  await accessible()

  await page.getByRole('button', { name: 'Fill in' }).click()
  const fill = page.getByRole('dialog', { name: 'Fill in' })
  await fill.getByLabel('Purpose of the visit').fill('Tourism')
  await fill.getByLabel('Came from: country').fill('Nepal')
  await accessible()
  await fill.getByRole('button', { name: 'Save' }).click()
  await expect(fill).toBeHidden()
  await expect(page.getByText('Tourism')).toBeVisible()

  // Incomplete as it is, it may have been filed: nothing is refused.
  await page.getByRole('button', { name: 'Arrival is filed' }).click()
  const note = page.getByRole('dialog', { name: 'Arrival is filed' })
  await note.getByLabel('Reference of the portal').fill('RJ0814-2026-1187')
  await note.getByRole('button', { name: 'Note it' }).click()
  await expect(note).toBeHidden()
  await expect(page.getByRole('region', { name: 'Filed' })).toContainText('RJ0814-2026-1187')
  await expect(page.getByText('In house')).toBeVisible()
})
