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
