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
  await expect(page.locator('tfoot')).toContainText('₹1,00,000.00')
  await accessible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The budget is saved.')).toBeVisible()
  await page.reload()
  await expect(rooms.nth(0)).toHaveValue('90000')
})

test.describe('kept reports', () => {
  test.use({ refusals: true }) // a scheduled one isn’t deleted

  test('filters are kept under a name, opened, shared, downloaded and scheduled', async ({
    page,
    enter,
    accessible,
  }) => {
    await enter('Devika', '/reports?view=divided&by=source')
    await page.getByRole('button', { name: 'Keep' }).click()
    const keeping = page.getByRole('dialog', { name: 'Keep this report' })
    await keeping.getByLabel('Name').fill('Sources, last month')
    await keeping.getByLabel('Days').selectOption('The last month')
    await accessible()
    await keeping.getByRole('button', { name: 'Keep' }).click()
    await expect(page.getByText('It is kept.')).toBeVisible()

    await page.getByRole('link', { name: 'Kept', exact: true }).click()
    const row = page.getByRole('row').filter({ hasText: 'Sources, last month' })
    await expect(row).toContainText('Source')
    await row.getByRole('button', { name: /^Edit/ }).click()
    const editing = page.getByRole('dialog')
    await editing.getByLabel('Name').fill('Sources')
    await editing.getByLabel('All see it').check()
    await editing.getByRole('button', { name: 'Save' }).click()
    const renamed = page.getByRole('row', { name: /^Sources Revenue/ })
    await expect(renamed).toContainText('Shared')
    await accessible()
    const download = page.waitForEvent('download')
    await renamed.getByRole('button', { name: 'XLSX: Sources' }).click()
    expect((await download).suggestedFilename()).toMatch(/^revenue-by-source-\d{4}-\d\d-01-.*\.xlsx$/)

    await renamed.getByRole('button', { name: 'Schedule Sources' }).click()
    const planning = page.getByRole('dialog', { name: 'Schedule a report' })
    await expect(planning.getByLabel('Report')).toHaveValue(/^[0-9a-f]{24}$/)
    await planning.getByLabel('Name').fill('Sources every morning')
    await planning.getByRole('button', { name: 'Save' }).click()
    const scheduled = page.getByRole('row').filter({ hasText: 'Sources every morning' })
    await expect(scheduled).toContainText('Sources (XLSX)')

    await page.getByRole('link', { name: 'Kept', exact: true }).click()
    await renamed.getByRole('button', { name: 'Delete Sources' }).click()
    const deleting = page.getByRole('dialog')
    await deleting.getByRole('button', { name: 'Delete' }).click()
    await expect(deleting).toContainText('“Sources every morning”')
    await page.keyboard.press('Escape')
    await renamed.getByRole('link', { name: 'Sources' }).click()
    await expect(page.getByLabel('By')).toHaveValue('source')
    await expect(page.getByRole('heading', { name: 'Revenue, divided' })).toBeVisible()
  })
})
