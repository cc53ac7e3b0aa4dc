import { expect, test } from './hotel'

test('a report is scheduled and mailed at once, and a year gets its budget', async ({ page, enter, accessible }) => {
  await enter('Devika', '/reports?view=scheduled')
  await page.getByRole('button', { name: 'Schedule a report' }).click()
  const planning = page.getByRole('dialog', { name: 'Schedule a report' })
  await planning.getByLabel('Name').fill('Flash every Monday')
  await planning.getByLabel('Every').selectOption('Week')
  await planning.getByLabel('On', { exact: true }).selectOption('Monday')
  await accessible()
  await planning.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Flash every Monday' })
  await expect(row).toContainText('Every Monday at 07:00')
  await accessible()
  await row.getByRole('button', { name: /^Mail to me/ }).click()
  await expect(page.getByText('It is on its way to you.')).toBeVisible()
  await row.getByRole('button', { name: /^Edit/ }).click()
  const editing = page.getByRole('dialog')
  await editing.getByLabel('Is sent').uncheck()
  await editing.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText('Paused')

  await page.goto('/books?view=budget')
  await page
    .getByLabel(/^Rooms to sell/)
    .first()
    .fill('420')
  const rooms = page.getByLabel(/^Rooms (?!to)/)
  for (const month of await rooms.all()) await month.fill('') // what the demo hotel has planned
  await rooms.nth(0).fill('90000')
  await rooms.nth(1).fill('10000')
  await expect(page.locator('tfoot')).toContainText('₹3,01,00,000.00') // ten months of the demo hotel’s, and these two
  await accessible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The budget is saved.')).toBeVisible()
  await page.reload()
  await expect(rooms.nth(0)).toHaveValue('90000')
})
