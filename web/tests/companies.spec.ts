import { expect, test } from './hotel'

test('a company leaves on account, pays several invoices with TDS kept back, and is aged', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  const company = await owner.post<{ _id: string }>('/api/companies/{org}/create', {
    name: 'Lakeside Traders',
    canLeaveOnAccount: true,
    paymentTermsDays: 30,
    creditLimit: 50_000,
  })
  const invoice = (unitPrice: number) =>
    owner.post<{ _id: string; invoiceNumber: string; totalAmount: number }>('/api/invoices/{org}/create', {
      buyer: { name: 'Lakeside Traders' },
      lines: [{ description: 'Conference', unitPrice }],
      issue: true,
    })
  const [first, second] = [await invoice(1000), await invoice(2000)]
  await owner.post(`/api/companies/{org}/${company._id}/invoices`, { invoiceId: first._id })

  await enter('Suresh', '/companies')
  await page.getByRole('link', { name: 'Lakeside Traders' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Lakeside Traders' })).toBeVisible()
  await page.getByRole('button', { name: 'Move an invoice here' }).click()
  const moving = page.getByRole('dialog', { name: 'Move an invoice here' })
  await moving.getByLabel('Find an open invoice').fill(second.invoiceNumber)
  await moving
    .getByRole('radio', { name: second.invoiceNumber })
    .or(moving.getByRole('checkbox', { name: second.invoiceNumber }))
    .check()
  await accessible()
  await moving.getByRole('button', { name: 'Move an invoice here' }).click()
  await expect(moving).toBeHidden()
  const open = page.getByRole('region', { name: 'Open invoices' })
  await expect(open.getByRole('row')).toHaveCount(3)
  await accessible()

  await page.getByRole('button', { name: 'Take a payment' }).click()
  const paying = page.getByRole('dialog', { name: 'Take a payment' })
  await paying.getByLabel('Amount').fill('2900')
  await paying.getByLabel('For the invoices that are due first').uncheck()
  await paying.getByRole('group', { name: first.invoiceNumber }).getByLabel('Pays').fill('900')
  await paying.getByRole('group', { name: first.invoiceNumber }).getByLabel('Short by').fill('100')
  await paying.getByRole('group', { name: second.invoiceNumber }).getByLabel('Pays').fill('2000')
  await accessible()
  await paying.getByRole('button', { name: 'Take a payment' }).click()
  await expect(page.getByText('The company owes nothing')).toBeVisible()
  await expect(page.locator('tfoot')).toContainText('₹0.00')

  await page.goto('/companies?view=ageing')
  await expect(page.getByRole('link', { name: 'Ageing' })).toHaveAttribute('aria-current', 'true')
  await accessible()
})
