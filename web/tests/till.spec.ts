import { expect, test } from './hotel'

test('the desk opens a drawer, pays out of it, drops a bag, counts blindly, and the manager sees the report', async ({
  page,
  browser,
  hotel,
  enter,
  accessible,
}) => {
  await enter('Meera', '/till')
  await page.getByRole('button', { name: 'Open a drawer' }).click()
  const opening = page.getByRole('dialog', { name: 'Open a drawer' })
  await opening.getByLabel('₹500', { exact: true }).fill('20')
  await opening.getByLabel('₹100', { exact: true }).fill('5')
  await expect(opening.getByRole('status')).toContainText('₹10,500.00')
  await accessible()
  await opening.getByRole('button', { name: 'Open a drawer' }).click()
  await expect(page.getByText('What should be in the drawer is told once it is counted.')).toBeVisible()
  await accessible()

  await page.getByRole('button', { name: 'Pay out', exact: true }).click()
  const paying = page.getByRole('dialog', { name: 'Pay out' })
  await paying.getByLabel('Amount').fill('300')
  await paying.getByLabel('What for').fill('Flowers for the lobby')
  await paying.getByRole('button', { name: 'Pay out' }).click()
  await expect(paying).toBeHidden()
  await page.getByRole('button', { name: 'Tip', exact: true }).click()
  const tip = page.getByRole('dialog', { name: 'Tip' })
  await tip.getByLabel('Amount').fill('50')
  await accessible()
  await tip.getByRole('button', { name: 'Tip' }).click()
  await expect(tip).toBeHidden()
  await page.getByRole('button', { name: 'Drop', exact: true }).click()
  const drop = page.getByRole('dialog', { name: 'Drop' })
  await drop.getByLabel('Amount').fill('5000')
  await drop.getByLabel('Bag number').fill('B-17')
  await drop.getByRole('button', { name: 'Drop' }).click()
  await expect(drop).toBeHidden()

  await page.setViewportSize({ width: 390, height: 780 })
  await page.getByRole('button', { name: 'Count and close' }).click()
  const count = page.getByRole('dialog', { name: 'Count and close' })
  await expect(count).not.toContainText('5,250')
  await count.getByLabel('₹500', { exact: true }).fill('10')
  await count.getByLabel('₹100', { exact: true }).fill('2')
  await accessible()
  await count.getByRole('button', { name: 'Count and close' }).click()
  await expect(page.locator('dl > div').filter({ hasText: 'Difference' })).toContainText('-₹50.00')
  await expect(page.getByRole('heading', { name: 'Report of the shift' })).toBeVisible()
  await accessible()

  const office = await browser.newPage({ baseURL: hotel.url, serviceWorkers: 'block' })
  await enter('Arjun', '/till', office)
  await expect(office.getByRole('row').nth(1)).toContainText('-₹50.00')
  await accessible(office)
  await office.getByRole('row').nth(1).getByRole('link').click()
  await office.getByRole('button', { name: 'Approve the count' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Approve the count' }).click()
  await expect(office.getByText(/^Approved by Arjun/)).toBeVisible()
  await office.close()
})

test('a guest’s dollars are exchanged at the day’s rate, sold to the bank, and counted as the shift ends', async ({
  page,
  browser,
  hotel,
  enter,
  desk,
  accessible,
}) => {
  const office = await browser.newPage({ baseURL: hotel.url, serviceWorkers: 'block' })
  await enter('Arjun', '/till?view=rates', office)
  await office.getByRole('button', { name: 'Set a rate' }).click()
  const setting = office.getByRole('dialog', { name: 'Set a rate' })
  await setting.getByLabel('Currency').fill('usd')
  await setting.getByRole('spinbutton', { name: 'Rate' }).fill('83.255')
  await accessible(office)
  await setting.getByRole('button', { name: 'Set a rate' }).click()
  await expect(office.getByRole('row').filter({ hasText: 'USD' }).first()).toContainText('83.255')
  await accessible(office)

  const meera = await desk('Meera')
  const accounts =
    await meera.get<{ _id: string; kind: string; isSafe: boolean; isActive: boolean }[]>('/api/accounts/{org}/list')
  const drawer = accounts.find(({ kind, isSafe, isActive }) => kind === 'cash' && !isSafe && isActive)!
  const float = { denominations: [{ value: 500, count: 40 }] }
  const shift = await meera.post<{ _id: string }>('/api/shifts/{org}/open', {
    accountId: drawer._id,
    openingFloat: float,
  })
  await page.setViewportSize({ width: 390, height: 780 })
  await enter('Meera', `/till?shift=${shift._id}`)
  const foreign = page.getByRole('region', { name: 'Foreign cash' })
  await expect(foreign.getByText('What was moved is told once the shift is counted.')).toBeVisible()
  await foreign.getByRole('button', { name: 'Exchange' }).click()
  const exchange = page.getByRole('dialog', { name: 'Exchange' })
  await exchange.getByLabel('Currency').selectOption('USD')
  await expect(exchange.getByText('83.255 for one USD')).toBeVisible()
  await exchange.getByLabel('Foreign amount').fill('100')
  await expect(exchange.getByText('The guest gets ₹8,325.00')).toBeVisible()
  await exchange.getByLabel('Guest').fill('Ingrid Dahl')
  await accessible()
  await exchange.getByRole('button', { name: 'Exchange' }).dblclick()
  const receipt = page.getByRole('dialog', { name: 'Exchange' })
  await expect(receipt.getByRole('definition').filter({ hasText: '₹8,325.00' })).toBeVisible()
  await expect(receipt).toContainText('Ingrid Dahl')
  await accessible()
  await receipt.getByRole('button', { name: 'Close' }).click()

  // One that was typed wrong is taken back by the manager; both stand.
  const wrong = { currency: 'USD', foreignAmount: 10, guestName: 'Ola Berg' }
  await meera.post(`/api/shifts/{org}/${shift._id}/exchanges`, wrong)
  await office.goto(`/till?shift=${shift._id}`)
  const moved = office.getByRole('region', { name: 'Foreign cash' })
  await moved.getByRole('button', { name: 'Take back: Ola Berg $10.00' }).click()
  const back = office.getByRole('dialog', { name: 'Take back' })
  await back.getByLabel('Reason').fill('Typed wrong')
  await accessible(office)
  await back.getByRole('button', { name: 'Take back' }).click()
  await expect(moved.getByRole('row').filter({ hasText: 'Taken back' })).toContainText('-$10.00')
  await expect(moved.getByRole('button', { name: 'Take back: Ola Berg $10.00' })).toHaveCount(0)

  await foreign.getByRole('button', { name: 'Sell to a bank' }).click()
  const sale = page.getByRole('dialog', { name: 'Sell to a bank' })
  await sale.getByLabel('Currency').fill('USD')
  await sale.getByLabel('Foreign amount').fill('40')
  await sale.getByLabel('Paid by the bank').fill('3350')
  await accessible()
  await sale.getByRole('button', { name: 'Sell to a bank' }).click()
  await page.getByRole('dialog', { name: 'Sale to a bank' }).getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Count and close' }).click()
  const count = page.getByRole('dialog', { name: 'Count and close' })
  await count.getByLabel('₹500', { exact: true }).fill('23')
  await count.getByLabel('USD in the drawer').fill('59')
  await accessible()
  await count.getByRole('button', { name: 'Count and close' }).click()
  await expect(foreign.getByRole('row').filter({ hasText: 'Count' })).toContainText('-$1.00')
  await expect(foreign.getByRole('row').filter({ hasText: 'Ingrid Dahl' })).toHaveCount(1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await accessible()
  await office.close()
})
