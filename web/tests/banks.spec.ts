import { expect, test } from './hotel'

test('a statement is uploaded, its lines are accepted by Enter and booked, and the account reconciles', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  const bank = await owner.post<{ _id: string }>('/api/accounts/{org}/create', {
    name: 'Lake Bank',
    kind: 'bank',
    openingBalance: 1000,
  })
  await owner.post('/api/accounts/{org}/chart/create', { name: 'Bank charges', kind: 'expense' })
  const { _id: invoiceId } = await owner.post<{ _id: string }>('/api/invoices/{org}/create', {
    buyer: { name: 'Asha Banked' },
    lines: [{ description: 'Conference', unitPrice: 1200 }],
    issue: true,
  })
  const paid = (amount: number, reference: string) =>
    owner.post('/api/payments/{org}/create', {
      invoiceId,
      amount,
      method: 'bank_transfer',
      accountId: bank._id,
      reference,
    })
  await paid(500, 'UTR-77001')
  await paid(700, 'UTR-77002')
  const day = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' }).format()
  const csv = `Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.,Closing Balance
${day},NEFT UTR77001,N1,,500,1500
${day},NEFT UTR77002,N2,,700,2200
${day},SMS charges,C1,18,,2182
`

  await enter('Devika', `/banks?account=${bank._id}`)
  await expect(page.getByText('No line is open')).toBeVisible()
  await page.getByRole('button', { name: 'Upload a statement' }).click()
  const uploading = page.getByRole('dialog', { name: 'Upload a statement' })
  const file = { name: 'april.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await uploading.getByLabel('The bank’s file').setInputFiles(file)
  await accessible()
  await uploading.getByRole('button', { name: 'Upload a statement' }).click()
  const charges = page.getByRole('button', { name: /SMS charges/ }).first()
  await charges.click()
  await page.getByRole('button', { name: 'Book it' }).click()
  const booking = page.getByRole('dialog', { name: 'Book it' })
  const option = booking.getByRole('option', { name: /Bank charges/ })
  await booking.getByLabel('Account').selectOption({ label: (await option.textContent())!.trim() })
  await accessible()
  await booking.getByRole('button', { name: 'Book it' }).click()
  await expect(booking).toBeHidden()

  const accept = page.getByRole('button', { name: /^Accept proposal 1/ })
  await expect(accept).toBeFocused()
  await accessible()
  const lines = page.locator('#main li > [aria-expanded]')
  await expect(lines).toHaveCount(3)
  await page.keyboard.press('Enter')
  await expect(lines).toHaveCount(2)
  await expect(accept).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(lines).toHaveCount(1)
  await page.getByRole('button', { name: 'Match with the books’ balance' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Match with the books’ balance' }).click()
  await expect(page.getByText('No line is open')).toBeVisible()

  for (const view of ['Statements', 'Learned', 'Reconciliation']) {
    await page.getByRole('link', { name: view, exact: true }).click()
    await expect(page.locator('#main').getByRole('table')).toBeVisible()
    await accessible()
  }
  await expect(page.locator('tfoot')).toContainText('₹2,182.00')
})
