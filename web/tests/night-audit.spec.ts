import { expect, test } from './hotel'

interface Free {
  rooms: { roomId: string; roomNumber: string; roomType: string }[]
}

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
  const free = await devika.post<Free>('/api/bookings/{org}/check-availability', stay)
  const { roomId, roomNumber, roomType } = free.rooms[0]!
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
  if (open === today) await expect(page.getByRole('row').filter({ hasText: code })).toBeVisible()
  await page.getByRole('button', { name: 'Close the day' }).click()
  const closing = page.getByRole('dialog', { name: /^Close / })
  await expect(closing.getByText(/can't be opened again/)).toBeVisible()
  await accessible()
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

test('who may not close days sees why', async ({ page, enter }) => {
  await enter('Suresh', '/night-audit')
  await expect(page.getByRole('button', { name: /^Close the day.*/ })).toHaveAttribute('aria-disabled', 'true')
})
