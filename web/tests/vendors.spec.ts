import { expect, test } from './hotel'

test('a vendor is paid for many bills and in advance, and the rest by a payment run', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  const vendor = await owner.post<{ _id: string }>('/api/vendor/{org}/create', {
    name: 'Palace Linen',
    paymentTermsDays: 0,
    bankDetails: {
      accountName: 'Palace Linen',
      accountNumber: '50100012345678',
      bankName: 'HDFC Bank',
      branch: 'Udaipur',
      ifsc: 'HDFC0000123',
    },
  })
  const bill = (amount: number) =>
    owner.post<{ expenseNumber: string }>('/api/expenses/{org}/create', {
      category: 'Laundry',
      description: 'Sheets',
      vendorId: vendor._id,
      date: new Date().toISOString().slice(0, 10),
      onCredit: true,
      amount,
    })
  const [first, second] = [await bill(1000), await bill(2000)]

  await enter('Devika', '/vendors')
  await page.getByRole('link', { name: 'Palace Linen', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Palace Linen' })).toBeVisible()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  const paying = page.getByRole('dialog', { name: 'Pay' })
  await paying.getByLabel('Amount').fill('1500')
  await paying.getByLabel('For the bills that are due first').uncheck()
  await paying.getByRole('group', { name: first.expenseNumber }).getByLabel('Pays').fill('700')
  await paying.getByRole('group', { name: second.expenseNumber }).getByLabel('Pays').fill('500')
  await expect(paying.getByRole('status')).toContainText('₹1,200.00 of ₹1,500.00')
  await accessible()
  await paying.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(paying).toBeHidden()
  const advances = page.getByRole('region', { name: 'Paid in advance' })
  await expect(advances).toBeVisible()
  await accessible()
  await advances.getByRole('button', { name: /^Apply the advance/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(advances).toBeHidden()
  await expect(page.getByRole('region', { name: 'Unpaid bills' }).getByRole('row')).toHaveCount(2)
  await accessible()

  await page.goto('/vendors?view=runs')
  await page.getByRole('button', { name: 'New payment run' }).click()
  const drafting = page.getByRole('dialog', { name: 'New payment run' })
  const owed = drafting.getByRole('checkbox', { name: second.expenseNumber })
  await expect(owed).toBeVisible()
  for (const box of await drafting.getByRole('checkbox').all()) await box.uncheck()
  await owed.check()
  await accessible()
  await drafting.getByLabel('Notes').fill('Friday')
  await drafting.getByRole('button', { name: 'Make a draft' }).click()
  await expect(page.getByRole('heading', { name: 'Friday' })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm the run' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pay ₹1,500.00' }).click()
  await expect(page.getByRole('region', { name: 'Payments' })).toContainText('NEFT')
  await accessible()
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV: Bank’s file' }).click(),
  ])
  expect(saved.suggestedFilename()).toContain('.csv')

  for (const view of ['ageing', 'payments']) {
    await page.goto(`/vendors?view=${view}`)
    await expect(page.locator('#main').getByRole('table').or(page.getByText('The hotel owes nothing'))).toBeVisible()
    await accessible()
  }
})

test('what is withheld of a bill is deposited and certified', async ({ page, enter, desk, accessible }) => {
  const owner = await desk()
  const painters = { name: 'Palace Painters', pan: 'AAPFU0939F', tdsSection: '194C', paymentTermsDays: 30 }
  const { _id: vendorId } = await owner.post<{ _id: string }>('/api/vendor/{org}/create', painters)
  await owner.post('/api/expenses/{org}/create', {
    category: 'Repairs',
    description: 'Two rooms',
    vendorId,
    date: new Date().toISOString().slice(0, 10),
    onCredit: true,
    amount: 40_000,
  })

  await enter('Devika', '/vendors?view=tds')
  const withheld = page.getByRole('row').filter({ hasText: 'Palace Painters' })
  await expect(withheld).toContainText('194C')
  await accessible()
  await page.getByRole('button', { name: 'Deposit with the government' }).click()
  const depositing = page.getByRole('dialog', { name: 'Deposit with the government' })
  await depositing.getByLabel('Challan').fill('00123')
  await depositing.getByLabel('BSR code').fill('0510308')
  await depositing.getByRole('button', { name: 'Deposit with the government' }).click()
  await expect(withheld).toContainText('00123')
  await withheld.getByRole('button', { name: /^Certificate/ }).click()
  await page.getByRole('dialog').getByLabel('Number').fill('ABCDEFG')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(withheld).toContainText('ABCDEFG')
})
