import { expect, test } from './hotel'

test('sales and expenses are mapped to accounts of the chart', async ({ page, enter, desk, accessible }) => {
  const owner = await desk()
  for (const [name, kind] of [
    ['Restaurant sales', 'income'],
    ['Linen', 'expense'],
  ]) {
    await owner.post('/api/accounts/{org}/chart/create', { name, kind })
  }
  await enter('Devika', '/books?view=mapping')
  const form = page.getByRole('form', { name: 'Mapping' })
  await form.getByLabel('All other sales').selectOption('Restaurant sales')
  await form.getByRole('button', { name: 'Add a tax code' }).click()
  const sales = form.getByRole('group', { name: 'Other sales by tax code' })
  await sales.getByLabel('Tax code begins with').fill('x')
  await sales.getByLabel('Account').selectOption('Restaurant sales')
  await form.getByRole('button', { name: 'Add a category' }).click()
  const expenses = form.getByRole('group', { name: 'Expenses by category' })
  await expenses.getByLabel('Category').fill('Laundry')
  await expenses.getByLabel('Account').selectOption('Linen')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(sales.getByLabel('Tax code begins with')).toHaveAttribute('aria-invalid', 'true')
  await accessible()
  await sales.getByLabel('Tax code begins with').fill('9963')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.reload()
  await expect(sales.getByLabel('Tax code begins with')).toHaveValue('9963')
  await expect(expenses.getByLabel('Category')).toHaveValue('Laundry')
  await sales.getByRole('button', { name: 'Remove line 1' }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(sales.getByText('Nothing is said')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await accessible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
test.use({ refusals: true })
