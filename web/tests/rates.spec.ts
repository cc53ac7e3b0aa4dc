import { expect, test } from './hotel'

test('a price is typed into the calendar, moves what follows it, and is undone', async ({
  page,
  enter,
  accessible,
}) => {
  await enter('Arjun', '/rates')
  // A category that both plans sell: other journeys make some of their own.
  const both = page.locator('tbody', { has: page.getByRole('rowheader', { name: /^BAR-NR/ }) }).first()
  const row = both.getByRole('row', { name: /^BAR / })
  const follows = both.getByRole('row', { name: /^BAR-NR/ })
  const cell = row.getByRole('gridcell').nth(2)
  const before = await cell.textContent()
  await row.getByRole('gridcell').first().focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(cell).toBeFocused()
  await page.keyboard.type('5000')
  await page.keyboard.press('Enter')
  await expect(cell).toContainText('5,000')
  await expect(follows.getByRole('gridcell').nth(2)).toContainText('4,500') // 10 % less
  await accessible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cell).toHaveText(before!)
})

test('many dates are closed to arrival by weekday, and undone', async ({ page, enter, accessible, desk }) => {
  // Other journeys make categories, which the plan isn't sold in, and plans: what BAR is sold in is asked for.
  const arjun = await desk('Arjun')
  const plans = await arjun.get<{ _id: string; code: string }[]>('/api/rate-plans/{org}/list')
  const plan = plans.find(({ code }) => code === 'BAR')!._id
  const sold = (await arjun.get<unknown[]>(`/api/rate-plans/{org}/${plan}/products/list`)).length
  const all = (await arjun.get<unknown[]>('/api/room-categories/{org}/list')).length
  expect(sold).toBeGreaterThanOrEqual(4)
  await enter('Arjun', '/rates')
  await expect(page.getByRole('row', { name: /^BAR / })).toHaveCount(sold) // plans and categories are loaded
  await page.getByRole('button', { name: 'Change many dates' }).click()
  const dialog = page.getByRole('dialog')
  const bar = dialog.getByLabel('Rate plan').getByRole('option', { name: /^BAR ·/ })
  await dialog.getByLabel('Rate plan').selectOption(await bar.getAttribute('value'))
  const categories = dialog.getByRole('group', { name: 'Categories' }).getByRole('checkbox')
  await expect(categories).toHaveCount(all)
  for (const category of await categories.all()) await category.check()
  for (const day of ['Fri', 'Sat']) await dialog.getByRole('checkbox', { name: day }).check()
  await dialog.getByLabel('What').selectOption('closedToArrival')
  await expect(dialog.getByText(`${sold * 4} dates will be written.`)).toBeVisible() // 4 days of two weeks
  await accessible()
  await dialog.getByRole('button', { name: 'Write' }).click()
  await dialog.getByRole('button', { name: `Write ${sold * 4} dates` }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('grid').getByText('CTA', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('grid').getByText('CTA', { exact: true })).toHaveCount(0)
})

test('weekend prices go up by a part, seen beside the old ones before, and are undone', async ({
  page,
  enter,
  accessible,
}) => {
  await enter('Arjun', '/rates')
  const courtyard = page.locator('tbody').filter({ hasText: 'Courtyard Room' })
  const row = courtyard.getByRole('row', { name: /^BAR Best/ })
  await expect(row).toBeVisible() // the plan's name stands beside its code
  const friday = page.getByRole('columnheader', { name: /^Fri/ }).first()
  const column = await friday.evaluate((cell: HTMLTableCellElement) => cell.cellIndex - 1)
  const cell = row.getByRole('gridcell').nth(column)
  const before = await cell.textContent()
  const old = Number(/[\d,]+/.exec(before!)![0].replace(/,/g, ''))
  await page.getByRole('button', { name: 'Change many dates' }).press('Enter')
  const dialog = page.getByRole('dialog')
  const bar = dialog.getByLabel('Rate plan').getByRole('option', { name: /^BAR ·/ })
  await dialog.getByLabel('Rate plan').selectOption(await bar.getAttribute('value'))
  const boxes = dialog.getByRole('group', { name: 'Categories' }).getByRole('checkbox')
  await expect(boxes.first()).not.toBeChecked() // nothing is chosen beforehand
  await dialog.getByRole('checkbox', { name: 'Courtyard Room' }).check()
  await dialog.getByRole('checkbox', { name: 'Fri' }).check()
  await dialog.getByLabel('What').selectOption('price')
  await dialog.getByLabel('How').selectOption({ label: 'Change by %' })
  await dialog.getByLabel('Per cent').fill('10')
  const to = new Intl.NumberFormat('en-IN').format(Math.round(old * 1.1))
  await expect(dialog.getByRole('row', { name: /^Fri/ }).first()).toContainText(`→ ${to}`)
  await expect(dialog.getByText('2 dates will be written.')).toBeVisible()
  await accessible()
  await dialog.getByRole('button', { name: 'Write' }).press('Enter')
  await expect(dialog.getByText(/Price: \+10 %/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Write 2 dates' }).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(cell).toContainText(to)

  // The prices of that week are copied over those of the next.
  await page.getByRole('button', { name: 'Change many dates' }).click()
  await dialog.getByLabel('Rate plan').selectOption(await bar.getAttribute('value'))
  await boxes.first().check()
  await dialog.getByRole('checkbox', { name: 'Thu' }).check()
  await dialog.getByLabel('What').selectOption('price')
  await dialog.getByLabel('How').selectOption({ label: 'Copy from a week' })
  await expect(dialog.getByText(/dates? will be written/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await expect(cell).toHaveText(before!)
})

test('a rate plan is made that follows another', async ({ page, enter, accessible }) => {
  await enter('Arjun', '/rates/plans')
  await page.getByRole('button', { name: 'New rate plan' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Code').fill('LONG')
  await dialog.getByLabel('Name').fill('Long stay')
  await accessible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'LONG · Long stay' })).toBeVisible()
  await page.getByRole('button', { name: 'Sell it in a category' }).click()
  await dialog.getByLabel('Follows').selectOption({ label: 'BAR · Courtyard Room' })
  await dialog.getByLabel('Value').fill('20')
  await accessible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Courtyard Room/ })).toContainText('−20 %')
})

test('the front desk reads rates and changes none', async ({ page, enter }) => {
  await enter('Meera', '/rates')
  await expect(page.getByRole('grid')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change many dates' })).toHaveCount(0)
  await page.getByRole('gridcell').first().focus()
  await page.keyboard.type('9')
  await expect(page.getByRole('grid').getByRole('textbox')).toHaveCount(0)
})
