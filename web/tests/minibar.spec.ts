import { expect, test, type Desk } from './hotel'

// Without a line, the browser logs each request that fails.
test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, refusals: true })

interface Sold {
  services: { name: string; quantity: number }[]
}
interface Stay {
  roomId: string
  roomNumber: string
  bookingId: string
}

// Items, and the rooms with somebody inside.
async function minibar(desk: Desk, occupied = 'stayover'): Promise<Stay[]> {
  const known = await desk.get<{ name: string }[]>('/api/services/{org}/list')
  for (const name of ['Cola', 'Nuts'].filter((name) => !known.some((one) => one.name === name)))
    await desk.post('/api/services/{org}/create', { name, price: 100, per: 'item', minibar: true })
  const { rooms } = await desk.get<{ rooms: (Stay & { occupancy: string })[] }>('/api/rooms/{org}/housekeeping')
  return rooms.filter(({ occupancy }) => occupancy === occupied)
}

const sold = async (desk: Desk, { bookingId }: Stay) =>
  (await desk.get<Sold>(`/api/bookings/{org}/${bookingId}/services`)).services
    .filter(({ name }) => ['Cola', 'Nuts'].includes(name))
    .map(({ name, quantity }) => `${quantity} ${name}`)

test('what a guest drank is counted on the phone and charged once, also without a line', async ({
  page,
  context,
  enter,
  desk,
  accessible,
}) => {
  const devika = await desk()
  const [first, second] = (await minibar(devika)) as [Stay, Stay]
  await enter('Kamla', '/minibar')
  const place = (number: string) => page.getByRole('link', { name: new RegExp(`^${number} `) })
  const more = (name: string) => page.getByRole('button', { name: `One ${name} more` })
  await expect(place(first.roomNumber)).toBeVisible()
  await accessible()

  // With the keyboard, and a second press finds nothing to post.
  await place(first.roomNumber).press('Enter')
  await expect(page.getByRole('heading', { name: `Minibar of room ${first.roomNumber}` })).toBeVisible()
  const charge = page.getByRole('button', { name: /^Charge/ })
  await expect(charge).toHaveAttribute('aria-disabled', 'true')
  await more('Cola').press('Enter')
  await more('Cola').press('Space')
  await more('Nuts').tap()
  await page.getByRole('button', { name: 'One Nuts less' }).tap()
  await expect(page.getByRole('status', { name: 'Cola' })).toHaveText('2')
  expect((await more('Cola').boundingBox())!.height).toBeGreaterThanOrEqual(56)
  await accessible()
  await expect(charge).toHaveText('Charge 2 items')
  await charge.dblclick()
  await expect(page.getByText(`Room ${first.roomNumber}: charged to`)).toBeVisible()
  expect(await sold(devika, first)).toEqual(['2 Cola'])

  // Without a line it waits, on this device, through a change of the screen.
  await page.getByRole('link', { name: 'Another room' }).tap()
  await context.setOffline(true)
  await place(second.roomNumber).tap()
  await more('Nuts').tap()
  await charge.dblclick()
  await expect(page.getByText('One posting is not sent yet')).toBeVisible()
  await expect(charge).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('link', { name: 'Another room' }).tap()
  await expect(place(second.roomNumber)).toContainText('Not sent yet')
  await accessible()
  const waiting = await page.evaluate(() => localStorage.getItem('sarai.minibar'))
  const [{ key, at, items }] = JSON.parse(waiting!)
  expect(await sold(devika, second)).toEqual([])

  // The phone had sent it once already, and the answer was lost.
  const { serviceId } = items[0]
  const body = { key, roomId: second.roomId, items: [{ serviceId, count: 1 }], at }
  await devika.post('/api/housekeeping/{org}/minibar', body)
  await context.setOffline(false)
  await expect(page.getByText('not sent yet')).toHaveCount(0, { timeout: 30_000 })
  await expect(page.getByText(`Room ${second.roomNumber}: charged to`)).toBeVisible()
  expect(await sold(devika, second)).toEqual(['1 Nuts'])
  expect(await page.evaluate(() => localStorage.getItem('sarai.minibar'))).toBeNull()
})

test('a refusal says why, in words, and stays until somebody has seen to it', async ({
  page,
  context,
  enter,
  desk,
  accessible,
}) => {
  const devika = await desk()
  const room = (await minibar(devika, 'due-out')).at(-1)!
  await enter('Kamla', '/minibar')
  await page.getByRole('link', { name: new RegExp(`^${room.roomNumber} `) }).tap()
  await page.getByRole('button', { name: 'One Cola more' }).tap()
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Charge/ }).tap()
  await expect(page.getByText('One posting is not sent yet')).toBeVisible()

  // The guest leaves meanwhile.
  await devika.put(`/api/bookings/{org}/${room.bookingId}/checkout`, { force: true })
  await context.setOffline(false)
  const refusal = page.getByRole('alert')
  await expect(refusal).toContainText(`Room ${room.roomNumber} was not charged: 1 × Cola`, { timeout: 30_000 })
  await expect(refusal).toContainText('The desk can post it as a late charge.')
  await expect(refusal).not.toContainText('/api/')
  await accessible()

  // It is still there tomorrow.
  await page.reload()
  await expect(refusal).toBeVisible()
  await refusal.getByRole('button', { name: /^Send again/ }).tap()
  await expect(refusal).toContainText('The desk can post it as a late charge.')
  await refusal.getByRole('button', { name: /^The desk knows/ }).tap()
  const asking = page.getByRole('dialog')
  await expect(asking).toContainText('1 × Cola')
  await asking.getByRole('button', { name: 'The desk knows' }).tap()
  await expect(refusal).toHaveCount(0)
})

test('what is missing is refilled, also without a line', async ({ page, context, enter, desk, accessible }) => {
  const devika = await desk()
  const room = (await minibar(devika)).at(-1)!
  const services = await devika.get<{ _id: string; name: string }[]>('/api/services/{org}/list')
  const cola = services.find(({ name }) => name === 'Cola')!._id
  const par = { roomId: room.roomId, items: [{ serviceId: cola, par: 3 }] }
  await devika.put('/api/housekeeping/{org}/minibar/pars', par)
  const path = `/api/housekeeping/{org}/minibar/rooms/${room.roomId}`
  const held = async () => (await devika.get<{ items: { onHand: number }[] }>(path)).items[0]!.onHand
  await enter('Kamla', '/minibar')
  await expect(page.getByText('To load: 3 × Cola')).toBeVisible()
  const place = page.getByRole('link', { name: new RegExp(`^${room.roomNumber} .*To be refilled`) })
  await place.tap()
  const missing = page.getByRole('region', { name: 'To be refilled' })
  await missing.getByRole('button', { name: 'One Cola less' }).tap()
  await accessible()
  await context.setOffline(true)
  await missing.getByRole('button', { name: '2 items are put in' }).dblclick()
  await expect(page.getByText('One posting is not sent yet')).toBeVisible()
  await expect(missing).toHaveCount(0)
  expect(await held()).toBe(0)
  await context.setOffline(false)
  await expect(page.getByText('the refill is noted')).toBeVisible({ timeout: 30_000 })
  await expect(missing.getByRole('status', { name: 'Cola' })).toHaveText('1')
  expect(await held()).toBe(2)
})

test('what minibars are to hold is set, and a minibar is counted, cleared of what is spoiled, and put right', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const devika = await desk()
  const room = (await minibar(devika))[0]!
  const path = `/api/housekeeping/{org}/minibar/rooms/${room.roomId}`
  const held = async () =>
    (await devika.get<{ items: { name: string; onHand: number }[] }>(path)).items.find(({ name }) => name === 'Nuts')
      ?.onHand
  await enter('Devika', '/minibar')
  await page.getByRole('link', { name: 'What they hold' }).tap()
  const pars = page.getByRole('region', { name: 'What minibars are to hold' })
  await pars.getByRole('button', { name: 'For one room' }).tap()
  const plan = page.getByRole('dialog', { name: 'For one room' })
  await plan.getByLabel('Room').selectOption(room.roomNumber)
  await plan.getByLabel('Nuts').fill('4')
  await accessible()
  await plan.getByRole('button', { name: 'Save' }).dblclick()
  const row = pars.getByRole('row').filter({ hasText: `Room ${room.roomNumber}` })
  await expect(row).toContainText('4 × Nuts')
  await accessible()
  await row.getByRole('button').tap()
  const again = page.getByRole('dialog', { name: `Change what it holds: Room ${room.roomNumber}` })
  await expect(again.getByLabel('Nuts')).toHaveValue('4')
  await again.getByLabel('Nuts').fill('3')
  await again.getByRole('button', { name: 'Save' }).tap()
  await expect(row).toContainText('3 × Nuts')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)

  await page.goto(`/minibar?room=${room.roomId}`)
  await page.getByRole('button', { name: 'Count', exact: true }).tap()
  const count = page.getByRole('dialog', { name: `Count · ${room.roomNumber}` })
  const before = Number(await count.getByRole('status', { name: 'Nuts' }).textContent())
  await count.getByRole('button', { name: 'One Nuts more' }).tap()
  await count.getByRole('button', { name: 'One Nuts more' }).tap()
  await accessible()
  await count.getByRole('button', { name: 'Count', exact: true }).dblclick()
  await expect(page.getByText(`Room ${room.roomNumber}: it is noted.`)).toBeVisible()
  const stock = page.getByRole('region', { name: 'What it holds' })
  await expect(stock.getByRole('row').filter({ hasText: 'Counted' }).first()).toBeVisible()
  expect(await held()).toBe(before + 2)
  await page.getByRole('button', { name: 'Spoiled' }).tap()
  const spoiled = page.getByRole('dialog', { name: `Spoiled · ${room.roomNumber}` })
  await spoiled.getByRole('button', { name: 'One Nuts more' }).tap()
  await spoiled.getByLabel('Reason').fill('Torn open')
  await spoiled.getByRole('button', { name: 'Spoiled' }).tap()
  await expect(stock.getByRole('row').filter({ hasText: 'Torn open' })).toBeVisible()
  expect(await held()).toBe(before + 1)

  // What was charged by mistake is put back.
  const charge = page.getByRole('button', { name: /^Charge/ })
  await page.getByRole('button', { name: 'One Nuts more' }).first().tap()
  await charge.tap()
  await expect(stock.getByRole('row').filter({ hasText: 'Taken' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Put back' }).tap()
  const back = page.getByRole('dialog', { name: `Put back · ${room.roomNumber}` })
  await expect(back.getByLabel('What was charged')).toContainText('1 × Nuts')
  await accessible()
  await back.getByRole('button', { name: 'Put back' }).tap()
  await expect(stock.getByRole('row').filter({ hasText: 'Put back' })).toBeVisible()
  expect(await held()).toBe(before + 1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})
