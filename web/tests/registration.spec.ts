import type { Locator, Page } from '@playwright/test'

import { expect, test, type Desk } from './hotel'
import { newCategory } from './rooms'

const day = (plus = 0) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + plus * 86_400_000)

/** book books a clean room of its own for tonight. */
async function book(owner: Desk, guestName: string, room: string, more: object = {}): Promise<string> {
  const categoryId = await newCategory(owner, room)
  const { _id: roomId } = await owner.post<{ _id: string }>('/api/rooms/{org}/create', { roomNumber: room, categoryId })
  const { bookingId } = await owner.post<{ bookingId: string }>('/api/bookings/{org}/create', {
    guestName,
    guestPhone: '+91 98450 12345',
    checkIn: day(),
    checkOut: day(2),
    rooms: [{ roomId, roomNumber: room, roomType: room, ratePerNight: 3000, adults: 2 }],
    ...more,
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

interface Card {
  stayGuestId: string
  guestName: string
  number: string
  signedHow: string
}

test('a party’s card is filled in and signed on the screen, and stands in the register', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  const bookingId = await book(owner, 'Rekha Card', 'Paper1')
  await enter('Meera', `/bookings/${bookingId}`)
  const cards = page.getByRole('region', { name: 'Registration cards' })
  await expect(cards.getByRole('listitem')).toContainText('No number yet')
  await cards.getByRole('button', { name: 'Number the cards' }).click()
  await expect(cards.getByRole('listitem')).toContainText('Not signed')
  await accessible()

  await cards.getByRole('button', { name: 'Card: Rekha Card' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Fill in' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Arriving from').fill('Delhi')
  await dialog.getByLabel('Purpose of the visit').fill('Wedding')
  await accessible()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(cards).toContainText('Delhi · Wedding')

  await cards.getByRole('button', { name: 'Sign: Rekha Card' }).click()
  await draw(page, dialog.locator('canvas'))
  await accessible()
  await dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(cards.getByRole('listitem')).toContainText('Signed at the desk')
  const headers = { Authorization: `Bearer ${owner.token}` }
  const base = `${owner.url}/api/bookings/${owner.org}/${bookingId}/registrations/${bookingId}`
  const picture = await page.request.get(`${base}/signature`, { headers })
  expect(picture.headers()['content-type']).toBe('image/png')

  // By the keyboard alone: it is taken off, and was signed on the printed card.
  await cards.getByRole('button', { name: 'Card: Rekha Card' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Take the signature off' }).press('Enter')
  await dialog.getByRole('button', { name: 'Take the signature off' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(cards.getByRole('listitem')).toContainText('Not signed')
  await cards.getByRole('button', { name: 'Sign: Rekha Card' }).press('Enter')
  await dialog.getByLabel('Signed on paper').press('Space')
  await dialog.getByRole('button', { name: 'Note it' }).press('Enter')
  await expect(cards.getByRole('listitem')).toContainText('Signed on paper')

  await owner.post(`/api/bookings/{org}/${bookingId}/arrival`)
  await page.goto('/register-of-guests')
  const row = page.getByRole('row').filter({ hasText: 'Rekha Card' })
  await expect(row).toContainText('Delhi · Wedding')
  await expect(row).toContainText('Signed on paper')
  await accessible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV: Register of guests' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`register-${day()}.csv`)
  const [paper] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'PDF: Register of guests' }).click(),
  ])
  await paper.close()
  await page.goto('/register-of-guests?date=2020-01-01')
  await expect(page.getByText(/Nobody arrived on Wed, 1 Jan,? 2020/)).toBeVisible()
  await accessible()
  await page.getByRole('button', { name: 'The day after' }).click()
  await expect(page.getByText(/Nobody arrived on Thu, 2 Jan,? 2020/)).toBeVisible()
})

test('each adult has a card where the hotel says so, and one is signed on a tablet by its QR code', async ({
  page,
  enter,
  desk,
  accessible,
  browser,
}) => {
  const owner = await desk()
  await enter('Devika', '/settings/arrivals')
  const form = page.getByRole('form', { name: 'Registration cards' })
  await form.getByLabel('A registration card for').selectOption('Each adult guest')
  await accessible()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('.toasts')).toContainText('Saved.')
  const bookingId = await book(owner, 'Asha Tablet', 'Paper2')
  const { rooms } = await owner.get<{ rooms: { roomId: string }[] }>(`/api/bookings/{org}/${bookingId}`)
  await owner.post(`/api/bookings/{org}/${bookingId}/guests`, { roomId: rooms[0]!.roomId, name: 'Ravi Tablet' })
  const card = async () =>
    (await owner.get<Card[]>(`/api/bookings/{org}/${bookingId}/registrations`)).find(
      ({ guestName }) => guestName === 'Ravi Tablet',
    )!

  await page.goto(`/bookings/${bookingId}`)
  const cards = page.getByRole('region', { name: 'Registration cards' })
  await expect(cards.getByRole('listitem')).toHaveCount(2)
  await cards.getByRole('button', { name: 'Card: Ravi Tablet' }).click()
  await page.getByRole('menuitem', { name: 'QR code for a tablet' }).click()
  const dialog = page.getByRole('dialog', { name: 'QR code: Ravi Tablet' })
  await expect(dialog.getByRole('img', { name: 'The link as a QR code' })).toBeVisible()
  await accessible()
  const link = new URL(await dialog.getByLabel('Link', { exact: true }).inputValue())

  const tablet = await (await browser.newContext({ baseURL: owner.url })).newPage()
  await tablet.goto(link.pathname + link.search)
  await tablet.getByLabel('Going to').fill('Jodhpur')
  await accessible(tablet)
  await tablet.getByRole('button', { name: 'Sign' }).click() // nothing is drawn: it isn't sent
  await draw(tablet, tablet.getByRole('img', { name: 'Signature of the guest' }))
  await tablet.getByRole('button', { name: 'Sign' }).click()
  await expect(tablet.getByText('The card is signed')).toBeVisible()
  await tablet.context().close()

  // The desk sees it at once.
  await expect(dialog.getByText('The card of Ravi Tablet is signed.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cards.getByRole('listitem').filter({ hasText: 'Ravi Tablet' })).toContainText('Signed on a tablet')
  expect(await card()).toMatchObject({ signedHow: 'tablet', number: expect.stringMatching(/^REG/) })
  await owner.put('/api/bookings/{org}/registration-settings', { cards: 'party' })
})

test.describe(() => {
  test.use({ refusals: true })

  test('settings are refused by their fields, and who may not change them reads them', async ({ page, enter }) => {
    await enter('Devika', '/settings/arrivals')
    const form = page.getByRole('form', { name: 'Registration cards' })
    await form.getByLabel('Keep cards for (days)').fill('3')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form.getByText(/Keep cards for \(days\) must be/)).toBeVisible()
    const pictures = page.getByRole('form', { name: 'Pictures of documents' })
    await pictures.getByLabel('Keep pictures for (days)').fill('0')
    await pictures.getByRole('button', { name: 'Save' }).click()
    await expect(pictures.getByText(/Keep pictures for \(days\) must be/)).toBeVisible()
  })

  test('a guest marked do not rent is warned of, refused by the hotel’s rule, and booked by who may', async ({
    page,
    enter,
    desk,
  }) => {
    const owner = await desk()
    const { _id: guestId } = await owner.post<{ _id: string }>('/api/guests/{org}/create', {
      name: 'Nobby Norent',
      phone: '+91 98450 77001',
    })
    await owner.put(`/api/guests/{org}/${guestId}/do-not-rent`, { reason: 'Left without paying' })
    const other = await book(owner, 'Olga Other', 'Paper3')
    await enter('Devika', '/settings/organization')
    const rule = page.getByLabel('Refuse to book for guests marked do not rent')
    await rule.check()
    await page.getByRole('region', { name: 'House rules' }).getByRole('button', { name: 'Save' }).click()
    await expect(page.locator('.toasts')).toContainText('Saved.')

    await page.goto(`/bookings/new?guestId=${guestId}`)
    await expect(page.getByText('Left without paying')).toBeVisible()

    await page.goto(`/bookings/${other}`)
    await page.getByRole('button', { name: 'More', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Change guest' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Nobby Norent')
    await dialog.getByLabel('Phone').fill('+91 98450 77001')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText(/Left without paying/).first()).toBeVisible()
    await dialog.getByLabel('Do it all the same').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Nobby Norent' })).toBeVisible()
    await owner.put('/api/accounts/{org}/settings', { refuseDoNotRent: false })
  })
})
