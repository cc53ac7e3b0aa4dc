import { expect, test } from './hotel'

test('a settlement is compared with the books, posted when it balances, applied and reversed', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  await owner.post('/api/companies/{org}/create', { name: 'StayFinder', canLeaveOnAccount: true })
  const invoice = () =>
    owner.post<{ invoiceNumber: string }>('/api/invoices/{org}/create', {
      buyer: { name: 'Asha Settled' },
      lines: [{ description: 'Conference', unitPrice: 1180 }],
      issue: true,
    })
  const [first, second] = [await invoice(), await invoice()]

  await enter('Devika', '/settlements')
  await accessible()
  await page.getByRole('button', { name: 'New settlement' }).click()
  await page.getByLabel('Company').selectOption('StayFinder')
  await page.getByLabel('Statement number').fill('PO-1')
  await page.getByRole('button', { name: 'Compare a report' }).click()
  const report = `Booking ID,Gross amount,Commission,GST on commission,TCS,TDS,Net payable
${first.invoiceNumber},1180,150,27,5,1,997
SF-77,1180,150,27,5,1,900
`
  const comparing = page.getByRole('dialog')
  const csv = { name: 'report.csv', mimeType: 'text/csv', buffer: Buffer.from(report) }
  await comparing.getByLabel('Report as CSV').setInputFiles(csv)
  await comparing.getByRole('button', { name: 'Compare' }).click()
  await expect(comparing.getByRole('row').filter({ hasText: first.invoiceNumber })).toContainText('Matches')
  await expect(comparing.getByRole('row').filter({ hasText: 'SF-77' })).toContainText('Unknown')
  await accessible()
  await comparing.getByRole('button', { name: 'Take over as lines' }).click()
  await page.getByLabel('Came to the bank').fill('1994')
  const unsure = page.getByRole('group', { name: 'Line 2' })
  await expect(unsure.getByRole('status')).toHaveText('₹97.00 is not explained')
  await unsure.getByLabel('Net').fill('997')
  await expect(page.getByText('Everything balances.')).toBeVisible()
  await accessible()
  await page.getByRole('button', { name: 'Post the settlement' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'StayFinder PO-1' })).toBeVisible()

  await page.getByRole('button', { name: 'Apply SF-77' }).click()
  const applying = page.getByRole('dialog', { name: 'Apply SF-77' })
  await applying.getByLabel('Find an open invoice').fill(second.invoiceNumber)
  await applying.getByRole('radio', { name: second.invoiceNumber }).check()
  await applying.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(page.getByRole('link', { name: second.invoiceNumber })).toBeVisible()
  await accessible()
  await page.getByRole('button', { name: 'Reverse' }).click()
  const reversing = page.getByRole('dialog', { name: 'Reverse PO-1' })
  await reversing.getByLabel('Reason').fill('Of another hotel')
  await reversing.getByRole('button', { name: 'Reverse' }).click()
  await expect(page.getByText('Reversed', { exact: true })).toBeVisible()
})
