import { expect, test } from './hotel'
import { freeRoom } from './rooms'

interface Head {
  date: string
  roomsSold: number
  roomsTotal: number
}

test('the open day says what stands in its way, is closed, and its report prints', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  test.setTimeout(120_000)
  const devika = await desk()
  // A guest who was expected today and hasn't come: that is the test's own.
  const { timezone } = await devika.get<{ timezone: string }>('/api/organization/{org}')
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date())
  const next = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10)
  const [last] = await devika.get<{ date: string }[]>('/api/bookings/{org}/night-audit/list?limit=1')
  const open = new Date(Date.parse(last!.date) + 86_400_000).toISOString().slice(0, 10)
  const stay = { checkIn: today, checkOut: next }
  const { roomId, roomNumber, roomType } = await freeRoom(devika, stay)
  const rooms = [{ roomId, roomNumber, roomType, adults: 1, ratePerNight: 3000 }]
  const { code } = await devika.post<{ code: string }>('/api/bookings/{org}/create', {
    guestName: 'Never Came',
    guestPhone: '+91 50000 33333',
    ...stay,
    rooms,
  })

  await enter('Devika', '/night-audit')
  await expect(page.getByRole('heading', { name: /will post/ })).toBeVisible()
  await accessible()
  const dialog = page.getByRole('dialog')
  const row = page.getByRole('row').filter({ hasText: code })
  if (open === today) {
    // Each hindrance has its actions beside it, by the keyboard too.
    await row.getByRole('button', { name: 'Change dates: Never Came' }).press('Enter')
    await expect(dialog.getByLabel('Check-out')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await row.getByRole('button', { name: 'No-show: Never Came' }).press('Enter')
    await accessible()
    await dialog.getByRole('button', { name: 'Mark as no-show' }).click()
    await expect(dialog).toBeHidden()
    await expect(row).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Close the day' }).click()
  const closing = page.getByRole('dialog', { name: /^Close / })
  await expect(closing.getByText(/can't be opened again/)).toBeVisible()
  await accessible()
  if (open === today) {
    // The hotel's own hour is in the night: closing its day before says so, and asks.
    await expect(closing.getByText(/the day isn’t over/).first()).toBeVisible()
    await expect(closing.getByRole('button', { name: /^Close the day/ })).toHaveAttribute('aria-disabled', 'true')
    await closing.getByLabel('Close it all the same').check()
  }
  await closing.getByRole('button', { name: 'Close the day' }).click()

  await expect(page.getByRole('heading', { name: /^Report of / })).toBeVisible({ timeout: 30_000 })
  const [report] = await devika.get<Head[]>('/api/bookings/{org}/night-audit/list?limit=1')
  expect(report!.date).toBe(open)
  await expect(page.getByText(`${report!.roomsSold} / ${report!.roomsTotal}`)).toBeVisible()
  await accessible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: /^Report of / })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('link', { name: 'Closed days' }).click()
  await expect(page.locator('tbody tr').first()).toContainText(`${report!.roomsSold} / ${report!.roomsTotal}`)
  await accessible()
})

test('who should have left is extended, pays and is checked out from the list of the audit', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const devika = await desk()
  interface Stay {
    bookingId: string
    code: string
    checkOut: string
    guestName: string
  }
  const { timezone } = await devika.get<{ timezone: string }>('/api/organization/{org}')
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date())
  const guests = await devika.get<Stay[]>(`/api/bookings/{org}/list?inHouse=true&sort=checkOut&limit=100`)
  const late = guests.filter(({ checkOut }) => checkOut <= today)
  test.skip(late.length === 0, 'the demo hotel has nobody who leaves')
  await enter('Devika', '/night-audit')
  const row = page.getByRole('row').filter({ hasText: late[0]!.code })
  await row.getByRole('button', { name: /^Extend/ }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Check-out')).toBeVisible()
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: /^Check out/ }).press('Enter')
  await expect(dialog.getByRole('button', { name: /check out$/i })).toBeVisible() // or Pay and check out
  await accessible()
})

test('who may not close days sees why', async ({ page, enter }) => {
  await enter('Suresh', '/night-audit')
  await expect(page.getByRole('button', { name: /^Close the day.*/ })).toHaveAttribute('aria-disabled', 'true')
})
