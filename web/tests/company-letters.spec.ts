import { expect, test } from './hotel'

test('a company gets a statement, and is reminded of what is due by the hotel’s steps', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  const company = (name: string, more: object) =>
    owner.post<{ _id: string }>('/api/companies/{org}/create', {
      name,
      canLeaveOnAccount: true,
      paymentTermsDays: 0,
      ...more,
    })
  const reached = await company('Rao Textiles', { invoicingEmail: 'accounts@rao.example' })
  const silent = await company('Silent Looms', {})
  for (const { _id } of [reached, silent]) {
    const invoice = await owner.post<{ _id: string }>('/api/invoices/{org}/create', {
      buyer: { name: 'On account' },
      lines: [{ description: 'Conference', unitPrice: 1000 }],
      issue: true,
    })
    await owner.post(`/api/companies/{org}/${_id}/invoices`, { invoiceId: invoice._id })
  }

  await enter('Suresh', '/companies')
  await page.getByRole('link', { name: 'Rao Textiles' }).click()
  const issued = page.getByRole('region', { name: 'Statements issued' })
  await expect(issued.getByText('No statement was issued yet')).toBeVisible()
  await issued.getByRole('button', { name: 'Issue a statement' }).click()
  const issuing = page.getByRole('dialog', { name: 'Issue a statement' })
  await accessible()
  await issuing.getByRole('button', { name: 'Issue a statement' }).click()
  await expect(issued.getByRole('row')).toHaveCount(2)
  const popup = page.waitForEvent('popup')
  await issued.getByRole('button', { name: /^PDF of / }).click()
  await (await popup).close()
  await issued.getByRole('button', { name: /^Mail / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send by mail' }).click()
  await expect(issued.getByText('accounts@rao.example')).toBeVisible()
  await accessible()

  await page.goto('/companies?view=reminders')
  const due = page.getByRole('region', { name: 'Due for a reminder' })
  await expect(due.getByText('No step is set, so nobody is reminded')).toBeVisible()
  await page.getByRole('button', { name: 'Change the steps' }).click()
  const steps = page.getByRole('dialog', { name: 'Steps of reminders' })
  await steps.getByRole('button', { name: 'Add a step' }).click()
  await steps.getByLabel('Days overdue').fill('0')
  await accessible()
  await steps.getByRole('button', { name: 'Save' }).click()
  await expect(due.getByRole('link', { name: 'Rao Textiles' })).toBeVisible()

  await due.getByRole('button', { name: 'Pause reminders of Rao Textiles' }).click()
  const pausing = page.getByRole('dialog', { name: 'Pause reminders of Rao Textiles' })
  await pausing.getByLabel('Reason').fill('It contests April')
  await pausing.getByRole('combobox', { name: 'Until' }).fill('+30')
  await pausing.getByRole('button', { name: 'Pause' }).click()
  await expect(due.getByText('Paused: It contests April')).toBeVisible()
  await accessible()
  const paused = page.getByRole('region', { name: 'Not reminded' })
  await expect(paused.getByRole('row').filter({ hasText: 'Rao Textiles' })).toContainText('Suresh')
  await paused.getByRole('button', { name: 'Resume reminders of Rao Textiles' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resume' }).click()
  await expect(paused).toHaveCount(0)
  await expect(due.getByRole('checkbox', { name: 'Remind Rao Textiles' })).toBeChecked()
  for (const other of await due.getByRole('checkbox').all()) await other.uncheck()
  await due.getByRole('checkbox', { name: 'Remind Rao Textiles' }).check()
  await due.getByRole('button', { name: 'Send 1 reminder' }).click()
  const letters = page.getByRole('region', { name: 'Reminders sent' })
  await expect(letters.getByRole('row').filter({ hasText: 'Rao Textiles' })).toContainText('accounts@rao.example')
  await expect(due.getByRole('link', { name: 'Rao Textiles' })).toBeHidden()

  await due.getByRole('button', { name: 'Remind Silent Looms at an address' }).click()
  const mailing = page.getByRole('dialog', { name: 'Remind Silent Looms' })
  await mailing.getByLabel('E-mail address').fill('looms@silent.example')
  await mailing.getByRole('button', { name: 'Remind' }).click()
  await expect(due.getByRole('link', { name: 'Silent Looms' })).toBeHidden()
  await page.setViewportSize({ width: 360, height: 740 })
  await accessible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test.describe('without an address', () => {
  test.use({ refusals: true })

  test('a company that can’t be reminded is named, and a step in the wrong order is told at its field', async ({
    page,
    enter,
    desk,
  }) => {
    const owner = await desk()
    const { _id } = await owner.post<{ _id: string }>('/api/companies/{org}/create', {
      name: 'Nameless Mills',
      canLeaveOnAccount: true,
      paymentTermsDays: 0,
    })
    const invoice = await owner.post<{ _id: string }>('/api/invoices/{org}/create', {
      buyer: { name: 'On account' },
      lines: [{ description: 'Conference', unitPrice: 1000 }],
      issue: true,
    })
    await owner.post(`/api/companies/{org}/${_id}/invoices`, { invoiceId: invoice._id })
    const step = { interestPercent: 0, subject: 'Reminder', bodyHtml: '<p>Please pay.</p>' }
    await owner.put('/api/dunning/{org}/steps', { steps: [{ ...step, days: 0 }] })

    await enter('Suresh', '/companies?view=reminders')
    await page.getByRole('button', { name: /^Send \d+ reminders?$/ }).click()
    await expect(page.getByRole('alert')).toContainText('Nameless Mills')

    await page.getByRole('button', { name: 'Change the steps' }).click()
    const steps = page.getByRole('dialog', { name: 'Steps of reminders' })
    await steps.getByRole('button', { name: 'Add a step' }).click()
    await steps.getByLabel('Days overdue').last().fill('0')
    await steps.getByRole('button', { name: 'Save' }).click()
    await expect(steps.getByText(/must be more than the step before has/).first()).toBeVisible()
  })
})

test('the interest that a reminder proposes is billed only by who confirms it, and linked', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  const step = { subject: 'Reminder', bodyHtml: '<p>Please pay.</p>' }
  const steps = [
    { ...step, days: 0, interestPercent: 0 },
    { ...step, days: 1, interestPercent: 18 },
  ]
  await owner.put('/api/dunning/{org}/steps', { steps })
  const { companies } = await owner.get<{
    companies: { companyId: string; company: string; interestAmount: number }[]
  }>('/api/dunning/{org}/due')
  const { companyId, company, interestAmount } = companies.find((one) => one.interestAmount > 0)!
  await owner.post('/api/dunning/{org}/letters', { companyId, email: 'accounts@late.example' })

  await enter('Suresh', '/companies?view=reminders')
  const letters = page.getByRole('region', { name: 'Reminders sent' })
  await letters.getByRole('button', { name: `Bill the interest: ${company}` }).click()
  const billing = page.getByRole('dialog', { name: `Bill the interest: ${company}` })
  await expect(billing.getByLabel('Amount')).toHaveValue(String(interestAmount))
  await expect(billing.getByLabel('Description')).toHaveValue(/^Interest on /)
  await accessible()
  await billing.getByRole('button', { name: 'Save as a draft' }).dblclick()
  const row = letters.getByRole('row').filter({ hasText: company }).first()
  await expect(row.getByRole('link', { name: 'Invoice', exact: true })).toBeVisible()
  await expect(row.getByRole('button', { name: /^Bill the interest/ })).toHaveCount(0)
  await accessible()
  await row.getByRole('link', { name: 'Invoice', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Draft for / })).toBeVisible()
  await expect(page.getByText(/^Interest on /)).toBeVisible()
})
