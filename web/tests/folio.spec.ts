import type { Page } from '@playwright/test'

import { expect, test, type Desk } from './hotel'
import { freeRoom } from './rooms'

const day = (plus = 0) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + plus * 86_400_000)

/** A stay with three charges beside the room, of somebody who works for a company. */
async function stay(desk: Desk, guestName: string): Promise<string> {
  const dates = { checkIn: day(), checkOut: day(1) }
  const { roomId, roomNumber, roomType, ratePerNight } = await freeRoom(desk, dates)
  const entry = { roomId, roomNumber, roomType, ratePerNight, adults: 1, children: 0 }
  const { bookingId } = await desk.post<{ bookingId: string }>('/api/bookings/{org}/create', {
    ...dates,
    guestName,
    guestPhone: '+91 98450 00001',
    rooms: [entry],
  })
  for (const [description, unitPrice] of [
    ['Conference lunch', 3000],
    ['Projector', 1000],
    ['Spa', 500],
  ] as const) {
    await desk.post(`/api/bookings/{org}/${bookingId}/charges`, { description, unitPrice, quantity: 1 })
  }
  return bookingId
}

interface Invoice {
  buyerName: string
  totalAmount: number
  balanceDue: number
  status: string
}

const invoicesOf = (desk: Desk, bookingId: string) =>
  desk.get<Invoice[]>(`/api/invoices/{org}/list?bookingId=${bookingId}`)

const account = (page: Page) => page.getByRole('region', { name: 'Account' })

test('a bill is split between a company and the guest, each issued, and each pays its own', async ({
  page,
  enter,
  accessible,
  desk,
}) => {
  const office = await desk()
  const company = await office.post<{ _id: string; name: string }>('/api/companies/{org}/create', {
    name: 'Split Mills',
    gstin: '27AAPFU0939F1ZV',
    address: { city: 'Mumbai', state: 'Maharashtra', country: 'India' },
  })
  const bookingId = await stay(office, 'Divided Guest')
  await enter('Devika', `/bookings/${bookingId}`)

  let actions = 0
  const act = async (doing: Promise<unknown>) => {
    actions++
    await doing
  }
  await act(page.getByRole('button', { name: 'Split the bill' }).click())
  const split = page.getByRole('dialog', { name: 'Split the bill' })
  await expect(split.getByRole('button', { name: 'Preview both bills' })).toHaveAttribute('aria-disabled', 'true')
  await accessible()
  const second = split.getByRole('region', { name: 'Second bill' })
  await act(second.getByLabel('Billed to').selectOption(company._id))
  await expect(second).toContainText('27AAPFU0939F1ZV')
  for (const name of ['Conference lunch', 'Projector']) {
    await act(split.getByRole('button', { name: `To the other bill: ${name}` }).click())
  }
  await expect(second).toContainText('₹4,000.00')
  await act(split.getByRole('button', { name: 'Preview both bills' }).click())
  await expect(split.getByRole('region', { name: 'Bill for Split Mills' })).toContainText('Maharashtra')
  await accessible()
  for (const buyer of ['Divided Guest', 'Split Mills']) {
    await act(split.getByRole('button', { name: `Issue to ${buyer}` }).click())
    await act(
      page
        .getByRole('dialog', { name: 'Issue' })
        .getByRole('button', { name: /^Issue/ })
        .click(),
    )
    await expect(split.getByRole('region', { name: `Bill for ${buyer}` }).getByText('Issued')).toBeVisible()
  }
  await act(split.getByRole('button', { name: 'Close' }).last().click())
  expect(actions).toBeLessThanOrEqual(12)
  await accessible()

  // The guest's money pays the guest's bill: the form names both, and begins with the guest's.
  const payment = account(page).getByRole('form', { name: 'Take payment' })
  const whose = payment.getByLabel('Whose bill is paid')
  await expect(whose.locator('option', { hasText: 'Split Mills' })).toHaveCount(1)
  await whose.selectOption({ label: (await whose.locator('option', { hasText: /^Split Mills/ }).textContent())! })
  await expect(payment.getByLabel('Amount')).toHaveValue('4000')
  await whose.selectOption({
    label: (await whose.locator('option', { hasText: /^Divided Guest, invoice/ }).textContent())!,
  })
  await payment.getByRole('button', { name: 'Take payment' }).click()
  await expect(account(page).getByRole('row', { name: /Divided Guest.*Paid/ })).toBeVisible()
  const bills = await invoicesOf(office, bookingId)
  expect(bills.find(({ buyerName }) => buyerName === 'Divided Guest')!.balanceDue).toBe(0)
  expect(bills.find(({ buyerName }) => buyerName === 'Split Mills')!.balanceDue).toBe(4000)
})

test('charges and payments are added in place, and what is paid too much is said before it is taken', async ({
  page,
  enter,
  accessible,
  desk,
}) => {
  const office = await desk()
  const bookingId = await stay(office, 'Generous Guest')
  await enter('Meera', `/bookings/${bookingId}`)
  const ledger = account(page)
  await ledger.getByLabel('Service, or what it is').fill('Breakfast')
  await expect(ledger.getByRole('spinbutton', { name: 'Price' })).not.toHaveValue('')
  await ledger.getByRole('button', { name: /^Charge ₹/ }).press('Enter')
  await expect(ledger.getByRole('cell', { name: /^Breakfast/ })).toBeVisible()
  await expect(ledger.getByLabel('Service, or what it is')).toHaveValue('')

  const payment = ledger.getByRole('form', { name: 'Take payment' })
  const { balanceDue } = await office.get<{ balanceDue: number }>(`/api/bookings/{org}/${bookingId}`)
  await expect(payment.getByLabel('Amount')).toHaveValue(String(balanceDue))
  await payment.getByLabel('Amount').fill(String(balanceDue + 200))
  await expect(payment).toContainText('₹200 more than is owed')
  await payment.getByLabel('What becomes of it').selectOption('tip')
  await accessible()
  await payment.getByRole('button', { name: 'Take payment' }).click()
  await expect(ledger.getByRole('cell', { name: 'Tip', exact: true })).toBeVisible()
  await expect(page.getByText('Settled').first()).toBeVisible()

  await payment.getByLabel('Amount').fill('100')
  await payment.getByLabel('What becomes of it').selectOption('advance')
  await payment.getByRole('button', { name: 'Take payment' }).click()
  await expect(page.getByText('₹100.00 to give back').first()).toBeVisible()
})

test('a bill is split by the keyboard alone', async ({ page, enter, desk }) => {
  const office = await desk()
  const bookingId = await stay(office, 'Keyed Guest')
  await enter('Devika', `/bookings/${bookingId}`)
  await page.getByRole('button', { name: 'Split the bill' }).focus()
  await page.keyboard.press('Enter')
  const split = page.getByRole('dialog', { name: 'Split the bill' })
  const tabTo = async (name: string, role: 'button' | 'textbox' = 'button') => {
    const wanted = split.getByRole(role, { name }).first()
    await expect(wanted).toBeVisible()
    for (let presses = 0; presses < 60; presses++) {
      if (await wanted.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    throw new Error(`Tab doesn't reach ${name}`)
  }
  await tabTo('To the other bill: Spa')
  await page.keyboard.press('Enter')
  await tabTo('Name', 'textbox')
  await page.keyboard.type('Friend Of Guest')
  await tabTo('Preview both bills')
  await page.keyboard.press('Enter')
  await expect(split.getByRole('region', { name: 'Bill for Friend Of Guest' })).toBeVisible()
  await tabTo('Divide anew')
  await page.keyboard.press('Enter')
  await expect(split.getByRole('button', { name: 'Preview both bills' })).toBeVisible()
  await expect.poll(() => invoicesOf(office, bookingId)).toHaveLength(0)
})
