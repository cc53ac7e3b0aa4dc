import type { Locator, Page } from '@playwright/test'

import { expect, test, type Desk } from './hotel'
import { newCategory } from './rooms'

const day = (plus = 0) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + plus * 86_400_000)

interface Party {
  groupId: string
  categoryId: string
  bookings: { bookingId: string; guestName: string; rooms: { roomNumber: string }[] }[]
}

/** party makes a definite group from today on whose people each have a room of its block, in a category of its own. */
async function party(owner: Desk, name: string, people: string[], blocked = people.length): Promise<Party> {
  const categoryId = await newCategory(owner, name)
  for (let i = 1; i <= blocked; i++) {
    await owner.post('/api/rooms/{org}/create', { roomNumber: `${name}-${i}`, floor: name, categoryId })
  }
  const { _id: groupId } = await owner.post<{ _id: string }>('/api/groups/{org}/create', {
    name: `${name} party`,
    status: 'definite',
    checkIn: day(),
    checkOut: day(3),
    contactName: `${name} Singh`,
    contactPhone: '+91 98450 12345',
  })
  await owner.put(`/api/groups/{org}/${groupId}/block`, {
    nights: [{ categoryId, from: day(), to: day(3), rooms: blocked, rate: 4500 }],
  })
  await owner.post(`/api/groups/{org}/${groupId}/rooming-list`, {
    rows: people.map((person) => ({ name: person, category: name, checkIn: day(), checkOut: day(3) })),
  })
  await owner.post(`/api/groups/{org}/${groupId}/assign`, {})
  const bookings = await owner.get<Party['bookings']>(`/api/bookings/{org}/list?groupId=${groupId}&fields=full`)
  return { groupId, categoryId, bookings }
}

interface MasterFolio {
  chargedAmount: number
  billedAmount: number
  balanceDue: number
  lines: { totalAmount: number }[]
}

const folioOf = (owner: Desk, groupId: string) => owner.get<MasterFolio>(`/api/groups/{org}/${groupId}/folio`)

const row = (place: Page | Locator, text: string | RegExp) => place.getByRole('row').filter({ hasText: text })
const rupees = (amount: number) => `₹${new Intl.NumberFormat('en-IN').format(amount)}`

test('a rule puts charges on the master account, a deposit is paid, one bill is issued, and all is settled', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  test.setTimeout(90_000)
  const owner = await desk()
  const { groupId, bookings } = await party(owner, 'Kesar', ['Asha Kesar', 'Ravi Kesar'])
  await owner.post(`/api/groups/{org}/${groupId}/arrive`, {})
  await enter('Arjun', `/groups/${groupId}`)
  await page.getByRole('navigation', { name: 'Kesar party' }).getByRole('link', { name: 'Master account' }).click()
  const folio = page.getByRole('region', { name: 'Charges on the master account' })
  await expect(folio).toContainText('Nothing is on the master account yet.')
  await accessible()

  // The rule, with what it moves shown before.
  const rules = page.getByRole('region', { name: 'Who pays what' })
  await rules.getByRole('button', { name: 'Change rules' }).click()
  let dialog = page.getByRole('dialog', { name: 'Who pays what: Kesar party' })
  await dialog.getByLabel('Rooms').selectOption('Master account')
  await expect(dialog).toContainText('Goes for 2 bookings.')
  await expect(dialog).toContainText('Nothing that is posted moves.')
  await dialog.getByLabel('Also what is posted and on no bill yet').check()
  await expect(dialog).toContainText('2 charges move')
  await accessible()
  await dialog.getByRole('button', { name: 'Set rules' }).click()
  await expect(dialog).toBeHidden()
  await expect(rules).toContainText('Master account')
  await expect(row(folio, 'Asha Kesar')).toHaveCount(1)
  const carried = page.getByRole('region', { name: 'What each booking carries' })
  await expect(row(carried, 'Ravi Kesar')).toBeVisible()
  const posted = await folioOf(owner, groupId)
  expect(posted.lines).toHaveLength(2)
  await expect(page.getByLabel('Master account').filter({ hasText: 'Due in all' })).toContainText(
    rupees(posted.chargedAmount),
  )

  // By hand: a guest's laundry goes to the master, and back again.
  const asha = bookings.find(({ guestName }) => guestName === 'Asha Kesar')!
  const laundry = { description: 'Laundry of Asha', unitPrice: 350 }
  await owner.post(`/api/bookings/{org}/${asha.bookingId}/charges`, laundry)
  await folio.getByRole('button', { name: "Take over a guest's charges" }).click()
  dialog = page.getByRole('dialog', { name: "Take over a guest's charges" })
  await dialog.getByLabel('Guest').selectOption({ label: await optionOf(dialog, 'Asha Kesar') })
  await dialog.getByRole('checkbox', { name: /^Laundry of Asha/ }).check()
  await dialog.getByLabel('Reason').fill('The family pays')
  await accessible()
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(folio, 'Laundry of Asha')).toContainText('350')
  await folio.getByLabel('Choose Laundry of Asha, Asha Kesar').check()
  await folio.getByRole('button', { name: "Move to the guest's bill" }).click()
  dialog = page.getByRole('dialog', { name: "Move to the guest's bill" })
  await accessible()
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(folio, 'Laundry of Asha')).toHaveCount(0)
  await page.getByText('4 moves').click()
  await expect(row(page, 'The family pays')).toBeVisible()

  // The banquet is the group's from the beginning.
  await folio.getByRole('button', { name: 'Charge the group' }).click()
  await folio.getByLabel('Service, or what it is').fill('Banquet')
  await folio.getByLabel('Price').fill('1200')
  await accessible()
  await folio.getByRole('button', { name: 'Charge ₹1,200' }).click()
  await expect(row(folio, 'Banquet')).toBeVisible()

  const deposits = page.getByRole('region', { name: 'Deposits' })
  await deposits.getByRole('button', { name: 'Change deposits' }).click()
  dialog = page.getByRole('dialog', { name: 'Change deposits' })
  await dialog.getByLabel('Amount').fill('5000')
  await dialog.getByRole('button', { name: 'Another deposit' }).click()
  await dialog.getByLabel('Amount').last().fill('800')
  await accessible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(deposits, '5,000').first()).toContainText('Due')
  const payments = page.getByRole('region', { name: 'Payments of the group' })
  await payments.getByRole('button', { name: 'Take payment' }).click()
  dialog = page.getByRole('dialog', { name: 'Payment of Kesar party' })
  await expect(dialog.getByLabel('Amount')).toHaveValue('5000')
  await dialog.getByLabel('Method').selectOption('UPI')
  await accessible()
  await dialog.getByRole('button', { name: 'Take payment' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(deposits, '5,000').first()).toContainText('Paid')
  await expect(row(payments, /^PAY-/)).toContainText('5,000')
  await accessible()

  // One bill over both stays, with the nights to come.
  const bills = page.getByRole('region', { name: 'Invoices' })
  await bills.getByRole('button', { name: 'Draft invoice' }).click()
  dialog = page.getByRole('dialog', { name: 'Bill Kesar party' })
  await dialog.getByLabel('With the nights to come').check()
  await expect(row(dialog, 'Ravi Kesar')).toBeVisible()
  await accessible()
  await dialog.getByRole('button', { name: 'Draft invoice' }).click()
  await expect(page.getByRole('heading', { name: 'Draft for Kesar Singh' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Kesar party' })).toBeVisible()
  await accessible()
  await page.getByRole('button', { name: 'Issue' }).click()
  dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Apply what the group has paid in advance')).toBeChecked()
  await dialog.getByRole('button', { name: 'Issue' }).click()
  await expect(page.getByRole('heading', { name: /^INV-/ })).toBeVisible()
  await page.getByRole('button', { name: 'Take a payment' }).click()
  dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Take a payment' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible()

  await page.getByRole('link', { name: 'Kesar party' }).click()
  await expect(row(bills, /^INV-/)).toContainText('Paid')
  await expect(row(folio, 'Banquet').getByRole('link', { name: 'Billed' })).toBeVisible()
  const settled = await folioOf(owner, groupId)
  expect(settled.balanceDue).toBe(0)
  expect(settled.billedAmount).toBe(settled.chargedAmount)
  await expect(page.getByLabel('Master account').filter({ hasText: 'Due in all' })).toContainText('₹0')
  const opened = page.waitForEvent('popup')
  await row(bills, /^INV-/)
    .getByRole('button', { name: /^PDF of INV-/ })
    .click()
  await opened
})

/** optionOf is the label of the option that begins with a text. */
async function optionOf(place: Locator, text: string): Promise<string> {
  const option = place.locator('option').filter({ hasText: text }).first()
  await expect(option).toBeAttached()
  return (await option.textContent())!.trim()
}

test('a stay has rules of its own, and its charges move between the bills, by the keyboard alone', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  const { groupId, bookings } = await party(owner, 'Neel', ['Tara Neel'])
  const [{ bookingId }] = bookings as [Party['bookings'][number]]
  await owner.put(`/api/groups/{org}/${groupId}/routing`, { rooms: 'master' })
  await owner.post(`/api/groups/{org}/${groupId}/arrive`, {})
  await owner.post(`/api/bookings/{org}/${bookingId}/charges`, { description: 'Tea', unitPrice: 90 })
  const payment = { bookingId, amount: 700, method: 'cash' }
  await owner.post('/api/payments/{org}/create', payment)
  await enter('Meera', `/bookings/${bookingId}`)
  const account = page.getByRole('region', { name: 'Account' })
  const night = row(account, /Master account/)
  await expect(night.first()).toBeVisible()
  await expect(row(account, 'Tea')).not.toContainText('Master account')
  const card = page.getByRole('region', { name: 'Who pays' })
  await expect(card).toContainText("The group's rules")
  await accessible()

  // Rules of its own: what else it has goes to the group, too.
  await card.getByRole('button', { name: 'Change rules' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Who pays what: Tara Neel' })
  const follow = dialog.getByLabel('Follow the rules of the group')
  await follow.focus()
  await page.keyboard.press('Space')
  await dialog.getByLabel('Everything else').focus()
  await page.keyboard.press('ArrowDown')
  await dialog.getByLabel('Also what is posted and on no bill yet').focus()
  await page.keyboard.press('Space')
  await expect(row(dialog, 'Tea')).toContainText('Master account')
  await accessible()
  await dialog.getByRole('button', { name: 'Set rules' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(card).toContainText('Own rules')
  await expect(row(account, 'Tea')).toContainText('Master account')

  // One charge back to the guest, and the guest's advance to the group.
  const choose = async (what: string, entry: string) => {
    await account.getByRole('button', { name: what }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: entry }).focus()
    await page.keyboard.press('Enter')
  }
  await choose('Actions: Tea', "Move to the guest's bill")
  await page.keyboard.type('Her own')
  await page.keyboard.press('Enter')
  await expect(row(account, 'Tea')).not.toContainText('Master account')
  await choose(await nameOf(account, /PAY-/), "Move to the group's account")
  await accessible()
  await page.keyboard.press('Enter')
  await expect(row(account, /PAY-/)).toHaveCount(0)
  await card.getByText('3 moves').focus()
  await page.keyboard.press('Enter')
  await expect(row(card, 'Her own')).toBeVisible()
  const read = await owner.get<{ paidAmount: number }>(`/api/groups/{org}/${groupId}/folio`)
  expect(read.paidAmount).toBe(700)

  // What the master pays isn't on the guest's bill.
  const { balanceDue } = await owner.get<{ balanceDue: number }>(`/api/bookings/{org}/${bookingId}`)
  expect(balanceDue).toBe(90)
  await page.getByRole('button', { name: 'Check out' }).click()
  const leaving = page.getByRole('form', { name: 'Check out' })
  await expect(row(leaving, /^.*night of/).first()).toContainText('Master account')
  await expect(leaving).toContainText('Paid by the group')
  await expect(leaving.getByRole('button', { name: 'Pay and check out' })).toBeVisible()
  await accessible()
})

test('a company pays the breakfast, its guest the rest, and the check-out bills each', async ({
  page,
  enter,
  desk,
}) => {
  const owner = await desk()
  const made = async (what: string, body: Record<string, unknown>) =>
    (await owner.post<{ _id: string }>(`/api/${what}/{org}/create`, body))._id
  const companyId = await made('companies', { name: 'Heera Exports' })
  const categoryId = await newCategory(owner, 'Heera')
  const roomId = await made('rooms', { roomNumber: 'Heera-1', floor: 'Heera', categoryId })
  const rooms = [{ roomId, roomNumber: 'Heera-1', roomType: 'Heera', ratePerNight: 4500, adults: 1, children: 0 }]
  const guest = { guestName: 'Mohan Heera', guestPhone: '+91 98290 12345', companyId }
  const { bookingId } = await owner.post<{ bookingId: string }>('/api/bookings/{org}/create', {
    ...guest,
    rooms,
    checkIn: day(),
    checkOut: day(1),
  })
  await owner.post(`/api/bookings/{org}/${bookingId}/arrival`, {})
  const charge = `/api/bookings/{org}/${bookingId}/charges`
  await owner.post(charge, { description: 'Breakfast', unitPrice: 400, sac: '996331' })
  await owner.post(charge, { description: 'Laundry', unitPrice: 300 })
  await enter('Meera', `/bookings/${bookingId}`)

  const account = page.getByRole('region', { name: 'Account' })
  await page.getByRole('region', { name: 'Who pays' }).getByRole('button', { name: 'Change rules' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who pays what: Mohan Heera' })
  await dialog.getByLabel('Food and drinks').selectOption('Company')
  await dialog.getByLabel('Also what is posted and on no bill yet').check()
  await expect(row(dialog, 'Breakfast')).toContainText('Company')
  await dialog.getByRole('button', { name: 'Set rules' }).click()
  await expect(row(account, 'Breakfast')).toContainText('Company')
  await expect(row(account, 'Laundry')).not.toContainText('Company')

  await owner.put(`/api/bookings/{org}/${bookingId}/checkout`, {})
  const bills = await owner.get<{ buyerName: string; totalAmount: number }[]>(
    `/api/invoices/{org}/list?bookingId=${bookingId}`,
  )
  const of = (name: string) => bills.find(({ buyerName }) => buyerName === name)?.totalAmount
  expect([of('Heera Exports'), of('Mohan Heera'), bills.length]).toEqual([400, 4800, 2])
})

/** nameOf is the name of the menu of a row of the account. */
const nameOf = async (account: Locator, text: RegExp) =>
  (await row(account, text).getByRole('button').first().getAttribute('aria-label'))!

test("a booking is made for a group, and is seen to be the group's in the stay view", async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  const { groupId } = await party(owner, 'Moti', ['Dev Moti'], 2)
  await enter('Meera', `/groups/${groupId}`)
  await page.getByRole('button', { name: 'New booking' }).click()
  const block = page.getByRole('region', { name: "Rooms of the group's block" })
  await expect(row(block, 'Moti')).toContainText('1 left')
  await expect(row(block, 'Moti')).toContainText('₹4,500')
  await block.getByRole('button', { name: 'Choose Moti' }).click()
  await expect(row(block, 'Moti')).toContainText('0 left')
  await accessible()
  await page.getByLabel('Name', { exact: true }).fill('Late Moti')
  await page.getByLabel('Phone', { exact: true }).fill('+91 98450 12345')
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Late Moti' })).toBeVisible()
  const group = page.getByRole('region', { name: 'Stay' }).getByRole('link', { name: 'Moti party' })
  await expect(group).toBeVisible()
  await group.click()
  await expect(page.getByRole('region', { name: 'Block' }).getByRole('row').nth(1)).toContainText('2 / 2')

  await page.goto(`/stay-view?from=${day()}&group=${groupId}`)
  const bar = page.getByRole('gridcell', { name: /^Dev Moti, Moti party/ })
  await expect(bar).toContainText('Moti party')
  await bar.click()
  const card = page.getByRole('dialog', { name: 'Dev Moti' })
  await expect(card.getByRole('link', { name: 'Moti party' })).toBeVisible()
  await accessible()
})
