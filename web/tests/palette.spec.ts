import { expect, test } from './hotel'

test('the palette finds guests and screens by the keyboard alone', async ({ page, enter, desk, accessible }) => {
  const [guest] = await (await desk()).get<{ name: string }[]>('/api/guests/{org}/list?limit=1')
  await enter('Meera')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await accessible()
  await page.keyboard.type(guest!.name)
  await expect(page.getByRole('option', { name: new RegExp(guest!.name) }).first()).toBeVisible()
  await page.getByRole('combobox').fill('Housekeep')
  await expect(page.getByRole('option', { selected: true })).toContainText('Housekeeping')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Housekeeping' })).toBeVisible()
})

test('the palette opens views of the back office, by what somebody may see', async ({
  page,
  enter,
  browser,
  hotel,
}) => {
  await enter('Suresh')
  const wanted = [
    ['commission', 'Vendors'],
    ['statements issued', 'Companies'],
    ['reminders', 'Companies'],
    ['mapping', 'Books'],
    ['forecast', 'Reports'],
    ['exchange', 'Till'],
    ['guest statistics', 'Reports'],
  ] as const
  await page.keyboard.press('Control+k')
  for (const [words, screen] of wanted) {
    await page.getByRole('dialog').getByRole('combobox').fill(words)
    await expect(page.getByRole('dialog').getByRole('option').first()).toContainText(screen)
  }
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/view=guests/)

  const floor = await browser.newPage({ baseURL: hotel.url, serviceWorkers: 'block' })
  await enter('Kamla', '/', floor)
  await floor.keyboard.press('Control+k')
  await floor.getByRole('dialog').getByRole('combobox').fill('and found')
  await expect(floor.getByRole('dialog').getByRole('option').first()).toContainText('Lost and found')
  await floor.getByRole('dialog').getByRole('combobox').fill('mapping')
  await expect(floor.getByText('Nothing has “mapping”.')).toBeVisible()
  await floor.close()
})

test('letters open screens, unless somebody types or has switched them off', async ({ page, enter, accessible }) => {
  await enter('Meera')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await accessible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page.getByRole('heading', { name: 'Housekeeping' })).toBeVisible()
  await page.getByLabel('Room', { exact: true }).fill('g')
  await page.keyboard.press('t')
  await expect(page.getByRole('heading', { name: 'Housekeeping' })).toBeVisible()
  await page.getByRole('button', { name: /^Account of Meera/ }).click()
  await page.getByRole('link', { name: 'My account' }).click()
  await page.getByLabel(/A key alone/).uncheck()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const kept = page.waitForResponse(
    (answer) => answer.url().includes('/api/preferences/') && answer.request().method() === 'PUT',
  )
  await page.getByLabel(/A key alone/).check() // the server keeps it, also for the journeys that come next
  await kept
})

test('the bell rings for others at once', async ({ page, enter, desk, accessible }) => {
  const devika = await desk()
  await enter('Arjun')
  await devika.post('/api/notifications/{org}', {
    type: 'notice',
    title: 'Towels',
    message: 'The laundry comes at four',
  })
  await page.getByRole('button', { name: /^Notifications$|for you$/ }).click()
  const note = page.getByRole('listitem').filter({ hasText: 'The laundry comes at four' })
  await expect(note).toBeVisible()
  await accessible()
  await note.getByRole('button', { name: 'Mark as read' }).click()
  await expect(note.getByRole('button', { name: 'Mark as read' })).toHaveCount(0)
})
