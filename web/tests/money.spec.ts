import { readFileSync } from 'node:fs'
import type { Download, Page, Response } from '@playwright/test'

import { expect, signOut, test, type Desk } from './hotel'

interface Invoice {
  _id: string
  invoiceNumber: string
  totalAmount: number
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

const titled = (page: Page, title: string) =>
  expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()

// An issued invoice of the test's own, beside any booking.
async function issued(desk: Desk, name: string, unitPrice = 1000): Promise<Invoice> {
  const lines = [
    { description: 'Banquet', unitPrice },
    { description: 'Flowers', unitPrice: 200 },
  ]
  return desk.post<Invoice>('/api/invoices/{org}/create', { buyer: { name }, lines, issue: true })
}

test('the accountant drafts, issues, is paid, credits a part and opens the PDF', async ({
  page,
  enter,
  accessible,
  context,
}) => {
  await enter('Suresh', '/invoices')
  await titled(page, 'Invoices')
  await accessible()
  await page.getByRole('button', { name: 'New invoice' }).click()
  const fresh = dialog(page, 'New invoice')
  await accessible()
  await fresh.getByLabel('Buyer').fill('Mewar Motors')
  await fresh.getByLabel('Description').fill('Dinner for twenty')
  await fresh.getByLabel('Price').fill('12000')
  await fresh.getByRole('button', { name: 'Save as a draft' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Draft for Mewar Motors')

  await page.getByRole('button', { name: 'Edit' }).click()
  await accessible()
  await dialog(page, 'Edit the draft').getByLabel('City').fill('Udaipur')
  await dialog(page, 'Edit the draft').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Udaipur').first()).toBeVisible()

  await page.getByRole('button', { name: 'Issue' }).click()
  await accessible()
  await dialog(page, 'Issue').getByRole('button', { name: 'Issue' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^INV/)
  await accessible()

  await page.getByRole('button', { name: 'Take a payment' }).click()
  const payment = dialog(page, /^Payment for INV/)
  await expect(payment.getByLabel('Amount')).toHaveValue('12000')
  await accessible()
  await payment.getByLabel('By').selectOption('upi')
  await payment.getByLabel('Reference').fill('UTR 42')
  await payment.getByRole('button', { name: 'Take a payment' }).click()
  await expect(page.getByRole('main').getByText('Paid', { exact: true }).first()).toBeVisible()
  await expect(page.getByRole('cell', { name: 'UTR 42' })).toBeVisible()

  await page.getByRole('button', { name: 'Credit', exact: true }).click()
  const credit = dialog(page, /^Credit INV/)
  await credit.getByLabel('What is credited').selectOption('lines')
  await credit.getByLabel('Dinner for twenty').first().check()
  await accessible()
  await credit.getByLabel('Amount of Dinner for twenty').fill('2000')
  await credit.getByLabel('Reason').fill('The soup was cold')
  await credit.getByRole('button', { name: 'Make a credit note of ₹2,000' }).click()
  await expect(page.getByRole('cell', { name: 'The soup was cold' })).toBeVisible()

  const shown = context.waitForEvent('page')
  await page.getByRole('button', { name: 'PDF' }).click()
  const tab = await shown
  await expect.poll(() => tab.url()).toMatch(/^blob:/)
  await tab.close()

  await page.getByRole('link', { name: /^CN/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^CN/)
  await accessible()
})

test('payments are taken, refunded in part and shown with their receipt', async ({ page, enter, desk, accessible }) => {
  const invoice = await issued(await desk('Suresh'), 'Two invoices')
  const other = await issued(await desk('Suresh'), 'Two invoices', 500)
  await enter('Suresh', '/payments')
  await titled(page, 'Payments and refunds')
  await accessible()
  await page.getByRole('button', { name: 'Take a payment' }).click()
  const taking = dialog(page, 'Take a payment')
  await taking.getByLabel('Find an open invoice').fill('Two invoices')
  await taking.getByRole('checkbox', { name: invoice.invoiceNumber }).check()
  await taking.getByRole('checkbox', { name: other.invoiceNumber }).check()
  await expect(taking.getByLabel('Amount')).toHaveValue('1900')
  await accessible()
  await taking.getByRole('button', { name: 'Take a payment' }).click()
  await expect(taking).toBeHidden()
  const row = page.getByRole('row').filter({ hasText: invoice.invoiceNumber }).filter({ hasText: other.invoiceNumber })
  await row.getByRole('button').click()
  const shown = dialog(page, /^Payment /)
  await expect(shown.getByText('₹1,900')).toBeVisible()
  await accessible()
  await shown.getByRole('button', { name: 'Refund' }).click()
  const refund = dialog(page, /^Refund /)
  await refund.getByLabel('Amount').fill('400')
  await refund.getByLabel('Reason').fill('Counted twice')
  await accessible()
  await refund.getByRole('button', { name: 'Refund' }).click()
  await expect(refund).toBeHidden()
  await expect(shown.getByText('₹400')).toBeVisible()
})

test.describe('with refusals', () => {
  test.use({ refusals: true })

  test('an invoice that was paid is not voided: the server says why', async ({ page, enter, desk }) => {
    const suresh = await desk('Suresh')
    const invoice = await issued(suresh, 'Void me not')
    await suresh.post('/api/payments/{org}/create', { invoiceId: invoice._id, amount: 100, method: 'cash' })
    await enter('Suresh', `/invoices/${invoice._id}`)
    await page.getByRole('button', { name: 'Void' }).click()
    const dialogue = dialog(page, /^Void/)
    await dialogue.getByLabel('Reason').fill('By mistake')
    await dialogue.getByRole('button', { name: 'Void' }).click()
    await expect(dialogue.getByRole('alert')).toContainText(/paid|payment/i)
    await expect(dialogue.getByLabel('Reason')).toHaveValue('By mistake')
  })

  test('a locked period refuses what is dated into it, until it is unlocked', async ({
    page,
    enter,
    desk,
    accessible,
  }) => {
    const devika = await desk()
    const [last] = await devika.get<{ date: string }[]>('/api/bookings/{org}/night-audit/list?limit=1')
    const until = new Date(Date.parse(last!.date) - 40 * 86_400_000).toISOString().slice(0, 10)
    await enter('Suresh', '/accounts?view=lock')
    await page.getByRole('button', { name: 'Lock a period' }).click()
    const locking = dialog(page, 'Lock a period')
    await expect(locking.getByText(/Nobody can change the books/)).toBeVisible()
    await accessible()
    await locking.getByLabel('Lock until').fill(until)
    await locking.getByLabel('Reason').fill('The return is filed')
    await locking.getByRole('button', { name: /^Lock until/ }).click()
    await expect(page.getByRole('heading', { name: /^Locked until/ })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Unlock/ })).toHaveAttribute('aria-disabled', 'true')
    try {
      await page.getByRole('link', { name: 'Expenses' }).click()
      await page.getByRole('button', { name: 'New expense' }).click()
      const expense = dialog(page, 'New expense')
      await expense.getByLabel('Date', { exact: true }).fill(until)
      await expense.getByLabel('Category').fill('Repairs')
      await expense.getByLabel('Before tax').fill('100')
      await expense.getByRole('button', { name: 'Save' }).click()
      await expect(expense.getByRole('alert')).toContainText('the books are locked until')
    } finally {
      await devika.call('DELETE', '/api/accounts/{org}/lock')
    }
  })
})

test('an expense is recorded with its bill, which is shown again', async ({ page, enter, accessible }) => {
  await enter('Suresh', '/expenses')
  await page.getByRole('button', { name: 'New expense' }).click()
  const expense = dialog(page, 'New expense')
  await expense.getByLabel('Category').fill('Repairs')
  await expense.getByLabel("Vendor's name").fill('Pump doctor')
  await expense.getByLabel('Before tax').fill('1500')
  await expense.getByLabel('Tax', { exact: true }).fill('270')
  await expense.getByLabel('Bill number').fill('PD-9')
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const picture = Buffer.from(pixel, 'base64')
  await expense.getByLabel('Bill as a file').setInputFiles({ name: 'bill.png', mimeType: 'image/png', buffer: picture })
  await accessible()
  await expense.getByRole('button', { name: 'Save' }).click()
  const shown = dialog(page, /^Expense EXP/)
  await expect(shown.getByText('₹1,770')).toBeVisible()
  await expect(shown.getByText('bill.png')).toBeVisible()
  await accessible()
  await shown.getByRole('button', { name: 'View the bill' }).click()
  const view = dialog(page, 'bill.png')
  await expect(view.getByRole('img')).toBeVisible()
  await accessible()
  await view.getByRole('button', { name: 'Close' }).click()
  await shown.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Categories' }).click()
  await page.getByRole('link', { name: 'Repairs', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'PD-9' })).toBeVisible()
})

test('a vendor is added and changed', async ({ page, enter, accessible }) => {
  await enter('Suresh', '/vendors')
  await page.getByRole('button', { name: 'New vendor' }).click()
  const fresh = dialog(page, 'New vendor')
  await accessible()
  await fresh.getByLabel('Name', { exact: true }).fill('Lake Flowers')
  await fresh.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'Lake Flowers', exact: true }).click()
  await page.getByRole('button', { name: 'Details' }).click()
  const old = dialog(page, 'Lake Flowers')
  await old.getByLabel('Phone').fill('+91 50000 11111')
  await old.getByRole('button', { name: 'Save' }).click()
  await page.goto('/vendors')
  await expect(page.getByRole('row').filter({ hasText: '+91 50000 11111' })).toBeVisible()
})

test('a quote is accepted into a booking', async ({ page, enter, desk, accessible }) => {
  const devika = await desk()
  const category = await courtyard(devika)
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const rooms = [{ roomType: category!.name, count: 1, adults: 2, ratePerNight: 4000 }]
  const quote = await devika.post<{ _id: string; quoteNumber: string }>('/api/quotes/{org}/create', {
    guestName: 'Noor Quoted',
    guestPhone: '+91 50000 22222',
    checkIn: day(150),
    checkOut: day(152),
    rooms,
  })
  await enter('Devika', '/quotes')
  await titled(page, 'Quotes')
  await accessible()
  await page.getByRole('link', { name: quote.quoteNumber }).click()
  await titled(page, quote.quoteNumber)
  await accessible()
  await page.getByRole('button', { name: 'Accept' }).click()
  await accessible()
  await dialog(page, /^Accept/)
    .getByRole('button', { name: 'Accept' })
    .click()
  await expect(page.getByText('Accepted', { exact: true })).toBeVisible()
  await expect(page.getByText(/^Booked as BK-/)).toBeVisible()
})

test('money moves between accounts, and the statement and the trial balance show it', async ({
  page,
  enter,
  accessible,
}) => {
  await enter('Suresh', '/accounts')
  await titled(page, 'Accounts')
  await accessible()
  await page.getByRole('button', { name: 'Transfer' }).click()
  const transfer = dialog(page, 'Transfer')
  await transfer.getByLabel('Amount').fill('123.45')
  await transfer.getByLabel('Notes').fill('To the bank by hand')
  await accessible()
  await transfer.getByRole('button', { name: 'Transfer' }).click()
  await expect(transfer).toBeHidden()
  await page.getByRole('link', { name: 'Cash' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Cash → Bank' }).filter({ hasText: '₹123.45' })).toBeVisible()
  await accessible()
  await page.goto('/accounts?view=trial')
  await expect(page.getByRole('heading', { name: /^Trial balance/ })).toBeVisible()
  const sums = await page.locator('tfoot .number').allTextContents()
  expect(sums[0]).toBe(sums[1])
  await page.getByRole('link', { name: 'Profit and loss' }).click()
  await expect(page.getByText('Net profit')).toBeVisible()
  await expect(page.getByText('What the days have earned')).toBeVisible()
  await accessible()
  await page.getByLabel('Revenue counts').selectOption('In cash')
  await expect(page.getByText('Payments less refunds', { exact: true })).toBeVisible()
  await page.getByLabel('Revenue counts').selectOption('By invoices')
  await expect(page.getByText('What invoices less credit notes have earned')).toBeVisible()
  await page.getByRole('link', { name: 'Unbilled revenue' }).click()
  await expect(page.getByText('What folios have earned').first()).toBeVisible()
  await accessible()
})

test('the GST return of a month is checked, then downloaded', async ({ page, enter, accessible }) => {
  await enter('Suresh', '/gst')
  await expect(page.getByRole('heading', { name: 'Before you file' })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Total/ })).toBeVisible()
  await accessible()
  for (const [button, ending] of [
    ['JSON for the portal', /\.json$/],
    ['Workbook (XLSX)', /\.xlsx$/],
  ] as const) {
    const downloaded: Promise<Download> = page.waitForEvent('download')
    await page.getByRole('button', { name: button }).click()
    expect((await downloaded).suggestedFilename()).toMatch(ending)
  }
})

test('filters stay in the address, and a list of invoices prints without them', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  await issued(await desk('Suresh'), 'Filter Fabrics')
  await enter('Suresh', '/invoices')
  await page.getByLabel('Search', { exact: true }).fill('Filter Fabrics')
  await expect(page).toHaveURL(/search=Filter/)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.reload()
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Invoices' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'New invoice' })).toBeHidden()
  await expect(page.getByText('Filter Fabrics').last()).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize({ width: 390, height: 780 })
  await page.getByRole('button', { name: 'Filters (1 set)' }).click()
  await accessible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).not.toHaveURL(/search/)
})

test('the filters of a list are there again on the next machine, until they are cleared', async ({
  page,
  enter,
  browser,
  hotel,
}) => {
  const preferences = (method: string) => (answer: Response) =>
    answer.url().includes('/api/preferences/') && answer.request().method() === method
  await enter('Suresh', '/invoices')
  const kept = page.waitForResponse(preferences('PUT'))
  await page.getByLabel('State').selectOption('draft')
  expect((await kept).ok()).toBe(true)
  await page.getByLabel('Search', { exact: true }).fill('Nobody')
  await expect(page).toHaveURL(/search=Nobody/)

  const elsewhere = await browser.newPage({ baseURL: hotel.url })
  const read = elsewhere.waitForResponse(preferences('GET'))
  await enter('Suresh', '/account', elsewhere)
  await (await read).finished()
  const menu = elsewhere.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('link', { name: 'Invoices' }).click()
  await expect(elsewhere).toHaveURL(/\/invoices\?status=draft$/)
  await expect(elsewhere.getByLabel('State')).toHaveValue('draft')
  await elsewhere.goto('/invoices?overdue=true')
  await expect(elsewhere.getByLabel('State')).toHaveValue('')
  await elsewhere.getByRole('button', { name: 'Clear filters' }).first().click()
  await menu.getByRole('link', { name: 'Payments' }).click()
  await menu.getByRole('link', { name: 'Invoices' }).click()
  await expect(elsewhere).toHaveURL(/\/invoices$/)
  await elsewhere.close()
})

/** courtyard is a category that has many rooms, whatever other journeys have made. */
const courtyard = async (desk: Desk) =>
  (await desk.get<{ name: string }[]>('/api/room-categories/{org}/list')).find(({ name }) => name === 'Courtyard Room')

test('the lines of a draft and of a quote are changed by the form that makes them', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const suresh = await desk('Suresh')
  const draft = await suresh.post<Invoice>('/api/invoices/{org}/create', {
    buyer: { name: 'Redrafted' },
    lines: [
      { description: 'Hall', unitPrice: 5000, discount: 500 },
      { description: 'Flowers', unitPrice: 200 },
    ],
  })
  await enter('Suresh', `/invoices/${draft._id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const old = dialog(page, 'Edit the draft')
  await old.getByRole('group', { name: 'Line 1' }).getByLabel('Price').fill('6000')
  await old.getByRole('button', { name: 'Remove line 2' }).click()
  await old.getByRole('button', { name: 'Add a line' }).click()
  await old.getByRole('group', { name: 'Line 2' }).getByLabel('Description').fill('Music')
  await old.getByRole('group', { name: 'Line 2' }).getByLabel('Price').fill('1500')
  await accessible()
  await old.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('rowheader', { name: 'Music' })).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'Flowers' })).toHaveCount(0)
  await expect(page.locator('dd.total')).toHaveText('₹7,000.00')

  const devika = await desk()
  const category = await courtyard(devika)
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
  const quote = await devika.post<{ _id: string; quoteNumber: string }>('/api/quotes/{org}/create', {
    guestName: 'Requoted Guest',
    checkIn: day(160),
    checkOut: day(162),
    rooms: [{ roomType: category!.name, count: 2, adults: 2, ratePerNight: 4000 }],
  })
  await signOut(page)
  await enter('Devika', `/quotes/${quote._id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const offer = dialog(page, `Edit quote ${quote.quoteNumber}`)
  await offer.getByLabel('Per night').fill('3000')
  await offer.getByLabel('Number', { exact: true }).fill('1')
  await offer.getByRole('button', { name: 'Add a line' }).click()
  await offer.getByLabel('Description').fill('Airport transfer')
  await offer.getByLabel('Price').fill('900')
  await accessible()
  await offer.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('rowheader', { name: 'Airport transfer' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Rooms' }).or(page.getByRole('group', { name: 'Rooms' }))).toContainText(
    '₹3,000',
  )
})

test('a list is saved for a spreadsheet as it is filtered, and runs nothing there', async ({ page, enter, desk }) => {
  await issued(await desk('Suresh'), '=Formula, Sons')
  await issued(await desk('Suresh'), 'Not in the file')
  await enter('Suresh', '/invoices?search=Formula')
  await expect(page.locator('tbody tr')).toHaveCount(1)
  const saved = async () => {
    const downloaded: Promise<Download> = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV' }).click()
    const file = await downloaded
    return { name: file.suggestedFilename(), text: readFileSync((await file.path())!, 'utf8') }
  }
  const { name, text } = await saved()
  expect(name).toMatch(/^invoices-\d{4}-\d\d-\d\d\.csv$/)
  expect(text).toMatch(/^\uFEFFNumber,Date,Type,Buyer,.*Due \(INR\)\r\n/)
  expect(text).toContain(`"'=Formula, Sons"`)
  expect(text.trim().split('\r\n')).toHaveLength(2)
  for (const [path, title] of [
    ['/payments', 'Payments and refunds'],
    ['/credit-notes', 'Credit notes'],
    ['/expenses', 'Expenses'],
    ['/quotes', 'Quotes'],
  ] as const) {
    await page.goto(path)
    await titled(page, title)
    expect((await saved()).text).toMatch(/^\uFEFFNumber,Date,/)
  }
})

test('registers are downloaded as the list is filtered, the journal and the trial balance too', async ({
  page,
  enter,
  accessible,
}) => {
  await enter('Suresh', '/accounts?view=journal')
  const download = async (kind: string) => {
    const downloaded = page.waitForEvent('download')
    const asked = page.waitForRequest(/\/export\./)
    await page.getByRole('button', { name: kind }).click()
    return { name: (await downloaded).suggestedFilename(), query: new URL((await asked).url()).search }
  }
  await page.getByLabel('From').fill('2026-04-01')
  await page.getByLabel('To', { exact: true }).fill('2026-04-30')
  await page.keyboard.press('Tab')
  await expect(page).toHaveURL(/to=2026-04-30/)
  for (const kind of ['CSV', 'XLSX']) {
    expect(await download(kind)).toEqual({
      name: `journal-2026-04-01-2026-04-30.${kind.toLowerCase()}`,
      query: '?from=2026-04-01&to=2026-04-30',
    })
  }
  await accessible()
  await page.getByRole('link', { name: 'Trial balance' }).click()
  await expect(page.getByRole('heading', { name: /^Trial balance/ })).toBeVisible()
  for (const kind of ['CSV', 'XLSX']) {
    expect((await download(kind)).name).toMatch(new RegExp(`^trial-balance-.*\\.${kind.toLowerCase()}$`))
  }
  await accessible()
  for (const [path, query, name] of [
    ['/invoices', '?search=a&status=paid', 'invoices.xlsx'],
    ['/payments', '?type=refund', 'payments.xlsx'],
    ['/credit-notes', '?search=a', 'credit-notes.xlsx'],
    ['/expenses', '?status=unpaid', 'expenses.xlsx'],
  ] as const) {
    await page.goto(path + query)
    await expect(page.locator('#main h1')).toBeVisible()
    expect(await download('XLSX')).toEqual({ name, query })
    await accessible()
  }
})

test('a bill with lines is recorded unpaid, paid in part, and its payment taken back', async ({
  page,
  enter,
  accessible,
}) => {
  await enter('Suresh', '/expenses')
  await page.getByRole('button', { name: 'New expense' }).click()
  const expense = dialog(page, 'New expense')
  await expense.getByLabel('Category').fill('Laundry')
  await expense.getByLabel("Vendor's name").fill('Lake City Linen')
  await expense.getByLabel('Due date').fill('2099-01-31')
  await expense.getByRole('button', { name: 'Add a line' }).click()
  const line = expense.getByRole('group', { name: 'Line 1' })
  await line.getByLabel('Description').fill('Club')
  await line.getByLabel('Before tax').fill('1000')
  await line.getByLabel('IGST', { exact: true }).fill('180')
  await line.getByLabel('Tax claimed back').selectOption('Barred')
  await line.getByLabel('Barred by section 17(5)').selectOption('Club membership')
  await accessible()
  await expense.getByRole('button', { name: 'Save' }).click()
  await expect(expense).toBeHidden()
  await page.goto('/expenses?status=unpaid')
  const row = page.locator('tbody tr').filter({ hasText: 'Lake City Linen' }).filter({ hasText: '₹1,180' })
  await row.getByRole('button').first().click()
  const shown = page.getByRole('dialog')
  await shown.getByRole('button', { name: 'Pay the bill' }).click()
  const paying = dialog(page, /^Pay bill/)
  await paying.getByLabel('Amount').fill('500')
  await accessible()
  await paying.getByRole('button', { name: 'Pay the bill' }).click()
  await expect(paying).toBeHidden()
  await expect(shown.getByText('₹680')).toBeVisible()
  await accessible()
  await shown.getByRole('button', { name: 'Void the payment' }).click()
  const back = dialog(page, 'Void the payment')
  await back.getByLabel('Reason').fill('Typed twice')
  await back.getByRole('button', { name: 'Void the payment' }).click()
  await expect(back).toBeHidden()
  await expect(shown.getByText(/^Due 31 Jan 2099/)).toContainText('₹1,180')
})
