import { expect, test } from './hotel'

// Without a line, the browser logs each request that fails.
test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, refusals: true })

interface Board {
  rooms: { roomId: string; roomNumber: string; housekeeping: string; note: string; assignee?: { name: string } }[]
}

test('a housekeeper without a line reports rooms, which the server hears when it is back', async ({
  page,
  context,
  enter,
  desk,
  accessible,
}) => {
  const devika = await desk()
  const board = () => devika.get<Board>('/api/rooms/{org}/housekeeping')
  const [first, second] = (await board()).rooms as [Board['rooms'][0], Board['rooms'][0]]
  for (const { roomId } of [first, second])
    await devika.put(`/api/rooms/{org}/${roomId}/housekeeping/report`, { housekeeping: 'dirty', note: '' })
  await enter('Kamla', '/housekeeping')
  const card = (number: string) => page.getByRole('listitem', { name: `Room ${number}` })
  await expect(card(first.roomNumber)).toBeVisible()
  await accessible()

  await context.setOffline(true)
  await card(first.roomNumber).getByRole('button', { name: 'Clean' }).tap()
  await card(second.roomNumber).getByRole('button', { name: 'Clean' }).tap()
  await card(second.roomNumber).getByRole('button', { name: /^Note/ }).tap()
  await page.getByLabel('Note', { exact: true }).fill('The tap drips')
  await page.getByRole('button', { name: 'Save' }).tap()
  await expect(page.getByText('3 reports are not sent yet')).toBeVisible()
  await expect(card(first.roomNumber).getByText('Not sent yet')).toBeVisible()
  await expect(card(first.roomNumber).getByRole('button', { name: 'Clean' })).toHaveAttribute('aria-pressed', 'true')
  expect((await board()).rooms[0]).toMatchObject({ housekeeping: 'dirty' })

  await context.setOffline(false)
  await expect(page.getByText('Not sent yet')).toHaveCount(0, { timeout: 30_000 })
  const after = await board()
  expect(after.rooms[0]).toMatchObject({ housekeeping: 'clean' })
  expect(after.rooms[1]).toMatchObject({ housekeeping: 'clean', note: 'The tap drips' })
})

test('a supervisor gives rooms to somebody, who then sees them first', async ({
  page,
  browser,
  hotel,
  enter,
  accessible,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await enter('Arjun', '/housekeeping')
  await page.getByLabel('Pick room 101').check()
  await page.getByLabel('Pick room 102').check()
  await page.getByLabel('Assign to …').selectOption({ label: 'Kamla Meghwal' })
  await accessible()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText('2 rooms are assigned.')).toBeVisible()
  const phone = await browser.newPage({
    baseURL: hotel.url,
    viewport: { width: 390, height: 780 },
    serviceWorkers: 'block',
  })
  await enter('Kamla', '/housekeeping', phone)
  await expect(phone.getByRole('listitem', { name: /^Room/ })).toHaveCount(2)
  await phone.close()
})

test('a photo is taken on the phone, waits for the line, and is shown to the supervisor', async ({
  page,
  context,
  browser,
  hotel,
  enter,
  desk,
  accessible,
}) => {
  const devika = await desk()
  const { rooms } = await devika.get<Board & { rooms: { hasPhoto: boolean }[] }>('/api/rooms/{org}/housekeeping')
  const room = rooms[4]!
  const hasPhoto = async () =>
    (await devika.get<{ rooms: { roomId: string; hasPhoto: boolean }[] }>('/api/rooms/{org}/housekeeping')).rooms.find(
      ({ roomId }) => roomId === room.roomId,
    )!.hasPhoto
  await enter('Kamla', '/housekeeping?whose=all')
  const card = page.getByRole('listitem', { name: `Room ${room.roomNumber}` })
  await expect(card).toBeVisible()
  const camera = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 3000, height: 2000 })
    canvas.getContext('2d')!.fillRect(500, 500, 900, 900)
    return canvas.toDataURL('image/png').split(',')[1]!
  })
  const picture = { name: 'IMG_1.png', mimeType: 'image/png', buffer: Buffer.from(camera, 'base64') }
  await expect(card.getByRole('button', { name: /^Take a photo/ })).toBeVisible()

  await context.setOffline(true)
  await card.locator('input[type=file]').setInputFiles(picture)
  await expect(page.getByText('One report is not sent yet')).toBeVisible()
  expect(await hasPhoto()).toBe(false)
  expect(await page.evaluate(() => localStorage.getItem('sarai.reports'))).toContain('"data:image/jpeg;base64,')
  await context.setOffline(false)
  await expect(page.getByText('not sent yet')).toHaveCount(0, { timeout: 30_000 })
  await expect.poll(hasPhoto).toBe(true)
  await expect(card.getByRole('button', { name: /^Photo of room/ })).toBeVisible()
  await accessible()

  const supervisor = await browser.newPage({ baseURL: hotel.url, serviceWorkers: 'block' })
  await enter('Arjun', '/housekeeping', supervisor)
  await supervisor.getByRole('button', { name: `Photo of room ${room.roomNumber}`, exact: true }).click()
  const shown = supervisor.getByRole('dialog', { name: `Photo of room ${room.roomNumber}` })
  const size = await shown.getByRole('img').evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    return image.naturalWidth
  })
  expect(size).toBe(1280)
  await accessible(supervisor)
  await shown.getByRole('button', { name: 'Remove the photo' }).click()
  await expect(shown).toBeHidden()
  await expect.poll(hasPhoto).toBe(false)
  await supervisor.close()
})

test('a room without a floor stands under a heading of its own', async ({ page, enter, desk }) => {
  const devika = await desk()
  const [known] = await devika.get<{ category: { _id: string } }[]>('/api/rooms/{org}/list?limit=1')
  await devika.post('/api/rooms/{org}/create', { roomNumber: 'Tent', categoryId: known!.category._id })
  await enter('Devika', '/housekeeping')
  const place = page.getByRole('region', { name: /^No floor/ })
  await expect(place.getByRole('listitem', { name: 'Room Tent' })).toBeVisible()
  const floors = page.getByLabel('Floor').getByRole('option')
  await expect(floors.filter({ hasText: /^(All floors|[123])$/ })).toHaveCount(4)
  await expect(floors.filter({ hasText: /^$|No floor/ })).toHaveCount(0)
})

test('who cleans reports clean rooms and sees no balances, and who manages rooms inspects them', async ({
  page,
  browser,
  hotel,
  enter,
  desk,
  accessible,
}) => {
  const devika = await desk()
  const [room] = (await devika.get<Board>('/api/rooms/{org}/housekeeping')).rooms
  await devika.put(`/api/rooms/{org}/${room!.roomId}/housekeeping/report`, { housekeeping: 'clean' })
  const name = `Room ${room!.roomNumber}`
  await enter('Kamla', '/housekeeping?whose=all')
  const state = page.getByRole('listitem', { name, exact: true }).getByRole('group', { name: 'State' })
  await expect(state.getByRole('button', { name: 'Clean' })).toBeVisible()
  await expect(state.getByRole('button', { name: 'Inspected' })).toHaveCount(0)

  const supervisor = await browser.newPage({ baseURL: hotel.url, serviceWorkers: 'block' })
  await enter('Arjun', '/housekeeping', supervisor)
  const card = supervisor.getByRole('listitem', { name, exact: true })
  await card.getByRole('button', { name: 'Inspected' }).press('Enter')
  await expect(card.getByRole('button', { name: 'Inspected' })).toHaveAttribute('aria-pressed', 'true')
  await supervisor.close()
  await expect(page.getByRole('listitem', { name, exact: true }).getByText('Inspected', { exact: true })).toBeVisible()
  await accessible()

  await page.goto('/bookings')
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await expect(page.getByText('Balance')).toHaveCount(0)
  await expect(page.getByText('₹')).toHaveCount(0)
  await accessible()
})
