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
  await card(second.roomNumber).getByRole('button', { name: 'Inspected' }).tap()
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
  expect(after.rooms[1]).toMatchObject({ housekeeping: 'inspected', note: 'The tap drips' })
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
