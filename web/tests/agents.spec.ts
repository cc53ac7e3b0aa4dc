import { expect, test } from './hotel'

test('a travel agent’s commission is agreed, earned by a booking, billed, reversed and paid', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  await owner.post('/api/companies/{org}/create', { name: 'Aravalli Tours' })
  const [left] = await owner.get<{ code: string }[]>('/api/bookings/{org}/list?status=checked-out&limit=1')

  await enter('Devika', '/vendors?view=agents')
  await expect(page.getByText('No agent’s bill yet')).toBeVisible()
  await accessible()
  // The console asks what is agreed, and the server says that nothing is.
  await page.getByLabel('Open an agent').selectOption('Aravalli Tours')
  await expect(page.getByText('No commission is agreed with Aravalli Tours')).toBeVisible()
  await page.getByRole('button', { name: 'Agree on commission' }).click()
  const agreeing = page.getByRole('dialog', { name: 'Commission of Aravalli Tours' })
  await agreeing.getByLabel('Rooms in percent').fill('101')
  await agreeing.getByRole('button', { name: 'Save' }).click()
  await expect(agreeing.getByLabel('Rooms in percent')).toHaveAttribute('aria-invalid', 'true')
  await agreeing.getByLabel('Rooms in percent').fill('10')
  await accessible()
  await agreeing.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Nothing was earned on these days that no bill has')).toBeVisible()

  await page.getByRole('button', { name: 'Whose booking' }).click()
  const coming = page.getByRole('dialog', { name: 'A booking of Aravalli Tours' })
  await coming.getByLabel('Find a booking').fill(left!.code)
  await coming.getByRole('radio', { name: left!.code }).check()
  await accessible()
  await coming.getByRole('button', { name: 'Save' }).click()
  const earned = page.getByRole('region', { name: 'Earned and not billed' })
  await expect(earned.getByRole('link', { name: left!.code })).toBeVisible()
  const bills = page.getByRole('region', { name: 'Bills' })
  const record = async (number: string) => {
    await earned.getByRole('button', { name: 'Record a bill' }).click()
    const recording = page.getByRole('dialog', { name: 'Bill of Aravalli Tours' })
    await recording.getByLabel('Bill number').fill(number)
    await recording.getByRole('button', { name: 'Record a bill' }).click()
    await expect(bills.getByRole('row').filter({ hasText: number })).toContainText('Unpaid')
  }
  await record('AT/41')
  await bills.getByRole('button', { name: 'Reverse AT/41' }).click()
  const reversing = page.getByRole('dialog', { name: 'Reverse AT/41' })
  await reversing.getByLabel('Reason').fill('Another agent’s')
  await reversing.getByRole('button', { name: 'Reverse' }).click()
  await expect(bills.getByRole('row').filter({ hasText: 'AT/41' })).toContainText('Reversed')
  await record('AT/42')
  await accessible()

  await page.getByRole('link', { name: 'Travel agents' }).first().click()
  await page
    .getByRole('region', { name: 'Owed to travel agents' })
    .getByRole('link', { name: 'Aravalli Tours' })
    .click()
  await bills.getByRole('button', { name: 'Pay bill AT/42' }).click()
  const paying = page.getByRole('dialog', { name: 'Pay bill AT/42' })
  await paying.getByLabel('Reference').fill('UTR 1')
  await paying.getByRole('button', { name: /^Pay/ }).click()
  await expect(bills.getByRole('row').filter({ hasText: 'AT/42' })).toContainText('Paid')
  await page.setViewportSize({ width: 360, height: 740 })
  await accessible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
test.use({ refusals: true })
