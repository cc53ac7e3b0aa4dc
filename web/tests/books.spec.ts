import { expect, test } from './hotel'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = Buffer.from(pixel, 'base64')

test('the accountant posts a voucher, follows it into the balance sheet, and reverses it', async ({
  page,
  enter,
  accessible,
}) => {
  await enter('Suresh', '/books')
  await expect(page.getByRole('heading', { level: 1, name: 'Books' })).toBeVisible()
  await accessible()

  await page.getByRole('link', { name: 'Chart of accounts' }).click()
  await page.getByRole('button', { name: 'New account' }).click()
  const account = page.getByRole('dialog', { name: 'New account' })
  await account.getByLabel('Name').fill('Rent of the terrace')
  await account.getByLabel('Type').selectOption('Liability')
  await account.getByLabel('Code').fill('2450')
  await accessible()
  await account.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('rowheader', { name: 'Rent of the terrace' })).toBeVisible()
  await accessible()

  await page.getByRole('link', { name: 'Vouchers' }).click()
  await page.getByRole('button', { name: 'New voucher' }).click()
  const voucher = page.getByRole('dialog', { name: 'New voucher' })
  await voucher.getByLabel('Narration').fill('Rent that is owed')
  const lines = voucher.getByRole('group')
  await lines.nth(0).getByLabel('Account').selectOption({ label: '6900 Tax not claimed' })
  await lines.nth(0).getByLabel('Debit').fill('321.5')
  await lines.nth(1).getByLabel('Account').selectOption({ label: '2450 Rent of the terrace' })
  await lines.nth(1).getByLabel('Credit').fill('321.5')
  await accessible()
  await voucher.getByRole('button', { name: 'Post' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Rent that is owed' })).toContainText('321.50')

  // Papers behind it: a bill that is read again, and one too many that is removed.
  await page.getByRole('row').filter({ hasText: 'Rent that is owed' }).getByRole('button').click()
  const opened = page.getByRole('dialog', { name: /^JV-/ })
  await expect(opened.getByText('No paper is attached')).toBeVisible()
  for (const name of ['lease.png', 'other.png']) {
    await opened.getByRole('button', { name: 'Attach a paper' }).click()
    const adding = page.getByRole('dialog', { name: 'Attach a paper' })
    await expect(adding.getByText('at most 5 MB')).toBeVisible()
    await adding.getByLabel('Paper').setInputFiles({ name, mimeType: 'image/png', buffer: picture })
    await adding.getByRole('button', { name: 'Upload' }).dblclick()
    await expect(opened.getByRole('rowheader', { name })).toBeVisible()
  }
  await accessible()
  await opened.getByRole('button', { name: 'Open: lease.png' }).click()
  const lease = page.getByRole('dialog', { name: 'lease.png' })
  await expect(lease.getByRole('img', { name: 'lease.png' })).toBeVisible()
  await lease.getByRole('button', { name: 'Close' }).click()
  await opened.getByRole('button', { name: 'Remove: other.png' }).click()
  await page.getByRole('dialog', { name: 'Remove: other.png' }).getByRole('button', { name: 'Remove' }).click()
  await expect(opened.getByRole('rowheader', { name: 'other.png' })).toHaveCount(0)
  await expect(opened.getByRole('rowheader', { name: 'lease.png' })).toBeVisible()
  await opened.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('link', { name: 'Balance sheet' }).click()
  await expect(page.getByRole('heading', { name: /^Balance sheet ·/ })).toBeVisible()
  await accessible()
  await page.getByRole('link', { name: '2450 Rent of the terrace' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Voucher JV-' })).toContainText('321.50')
  await accessible()

  await page.getByRole('link', { name: 'Vouchers' }).click()
  await page.getByRole('row').filter({ hasText: 'Rent that is owed' }).getByRole('button').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click()
  const reversal = page.getByRole('dialog', { name: /^Reverse: JV-/ })
  await reversal.getByLabel('Reason').fill('It was paid in advance')
  await accessible()
  await reversal.getByRole('button', { name: 'Reverse' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'It was paid in advance' })).toContainText('Reversal')

  await page.getByRole('link', { name: 'Profit and loss by account' }).click()
  await expect(page.getByRole('heading', { name: /^Profit and loss by account ·/ })).toBeVisible()
  await page.getByLabel('Columns').selectOption('Month by month')
  await accessible()
})

test('the end of a month names what stands in the way, and opens it', async ({ page, enter, accessible, desk }) => {
  const owner = await desk()
  const draft = { buyer: { name: 'Malhar Textiles' }, lines: [{ description: 'Lunch', unitPrice: 410 }] }
  await owner.post('/api/invoices/{org}/create', draft)
  await enter('Suresh', '/books')
  const month = new Date().toISOString().slice(0, 7)
  await page.goto(`/books?month=${month}`)
  await expect(page.getByRole('heading', { name: /^Invoices that are drafts: / })).toBeVisible()
  await accessible()
  await page.getByRole('link', { name: 'Malhar Textiles' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Draft for Malhar Textiles')
  await page.goBack()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Papers of the month' }).click()
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/)
})

test('the flash report stands beside budget and last year, and the revenue is divided', async ({
  page,
  enter,
  accessible,
}) => {
  await enter('Suresh', '/reports?view=flash')
  await expect(page.getByRole('heading', { name: 'Month to date' })).toBeVisible()
  await expect(page.getByRole('row', { name: /^RevPAR/ }).first()).toBeVisible()
  await accessible()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Print the flash report' }).click()
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/)
  await page.getByRole('link', { name: 'Revenue, divided' }).click()
  await expect(page.getByRole('row', { name: /^Total/ })).toBeVisible()
  await page.getByLabel('By').selectOption('Source')
  await expect(page.getByRole('columnheader', { name: 'Source' })).toBeVisible()
  await accessible()
})
