import { expect, test } from './hotel'

test('forty rooms are made at once in a new category, and what was booked can only be made inactive', async ({
  page,
  enter,
  accessible,
}) => {
  await enter('Devika', '/settings/rooms')
  await page.getByRole('button', { name: 'New category' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Garden Room')
  await dialog.getByLabel('Base rate').fill('3800')
  await accessible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('rowheader', { name: 'Garden Room' })).toBeVisible()

  await page.getByRole('button', { name: 'Many rooms' }).click()
  await dialog.getByLabel('Category').selectOption({ label: 'Garden Room' })
  await dialog.getByLabel('Room numbers').fill('401-420, 501-520, 101')
  await expect(dialog.getByText('1 exists already and is left out.')).toBeVisible()
  await accessible()
  await dialog.getByRole('button', { name: 'Make 40 rooms' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('rowheader', { name: '520' })).toBeVisible()

  await page.getByRole('button', { name: 'Blocks of room 420' }).click()
  await dialog.getByLabel('Reason').fill('The bath is being retiled')
  await dialog.getByRole('button', { name: 'Block the room' }).click()
  await expect(dialog.getByText(/The bath is being retiled/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Delete 419', exact: true }).click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByRole('rowheader', { name: '419' })).toHaveCount(0)
})

test('a role is copied, changed by the keyboard, and given to somebody who is invited', async ({
  page,
  enter,
  accessible,
}) => {
  await enter('Devika', '/settings/roles')
  await page.getByRole('button', { name: 'Copy Front Desk' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Night Desk')
  await dialog.getByRole('checkbox', { name: 'Rooms: Manage' }).press('Space')
  await expect(dialog.getByRole('checkbox', { name: 'Rooms: Delete' })).toBeChecked()
  await accessible()
  const box = (name: string) => dialog.getByRole('checkbox', { name, exact: true })
  await dialog.getByLabel('Description').focus()
  await page.keyboard.press('Tab')
  await expect(box('Rooms: Manage')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(box('Rooms: Delete')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(box('Rooms: Delete')).not.toBeChecked()
  await expect(box('Rooms: Manage')).not.toBeChecked()
  await page.keyboard.press('Home')
  await expect(box('Rooms: View')).toBeFocused()
  await page.keyboard.press('PageUp')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('rowheader', { name: 'Night Desk' })).toBeVisible()

  await page.goto('/settings/people')
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await dialog.getByLabel('Name').fill('Ravi Das')
  await dialog.getByLabel('E-mail address').fill('ravi@haveli.example')
  await dialog.getByLabel('Role').selectOption({ label: 'Night Desk' })
  await accessible()
  await dialog.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('rowheader', { name: 'ravi@haveli.example' })).toBeVisible()
})

test('a mail is previewed as it is typed, and a series with its next number', async ({ page, enter, accessible }) => {
  await enter('Devika', '/settings/email-templates')
  await page.getByRole('link', { name: 'Booking confirmation' }).first().click()
  await page.getByLabel('Header', { exact: true }).fill('Padharo mhare desh')
  const mail = page.frameLocator('iframe')
  await expect(mail.getByText('Padharo mhare desh')).toBeVisible()
  await accessible()

  await page.goto('/settings/series')
  await page.getByRole('button', { name: 'Edit Quotes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Prefix').fill('OFFER')
  await dialog.getByLabel('Separator').selectOption('/')
  const shown = await dialog.locator('strong.code').textContent()
  await accessible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: /Quotes/ })).toContainText(shown!)
})

test('the audit log is filtered, and the key for sheets is shown once', async ({ page, enter, accessible }) => {
  await enter('Devika', '/settings/audit?action=rate_plan.created')
  await expect(page.getByText('rate_plan.created').last()).toBeVisible()
  await page.goto('/settings/sheet-key')
  await page.getByRole('button', { name: 'Make a key' }).click()
  await accessible()
  await page.getByRole('dialog').getByRole('button', { name: 'Make a key' }).click()
  await expect(page.getByText('It is shown only now')).toBeVisible()
  await page.reload()
  await expect(page.getByText(/There is a key/)).toBeVisible()
  await expect(page.getByText('It is shown only now')).toHaveCount(0)
})

test('settings follow the role, and how a person likes the console follows them', async ({
  page,
  enter,
  browser,
  hotel,
}) => {
  await enter('Meera', '/settings/people')
  await expect(page.getByText(/users\.view/)).toBeVisible()
  await page.goto('/settings')
  await expect(page.getByRole('main').getByRole('link', { name: 'Rooms and categories' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Audit log' })).toHaveCount(0)
  await page.goto('/settings/rooms')
  await expect(page.getByRole('button', { name: 'New category' })).toHaveCount(0)
  await page.goto('/account')
  const written = page.waitForResponse(
    (answer) => answer.url().includes('/api/preferences/') && answer.request().method() === 'PUT',
  )
  await page.getByLabel('Colours').selectOption('dark')
  expect((await written).ok()).toBe(true)

  const elsewhere = await browser.newPage({ baseURL: hotel.url })
  await enter('Meera', '/', elsewhere)
  await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'dark')
  await elsewhere.close()
})

test('states are a list in India and free text abroad, and a GSTIN says what is wrong with it', async ({
  page,
  enter,
  accessible,
}) => {
  await enter('Devika', '/settings/organization')
  const gstin = page.getByLabel('GSTIN')
  const own = await gstin.inputValue()
  await gstin.fill(own.slice(0, 14))
  await page.keyboard.press('Enter')
  await expect(gstin).toHaveAccessibleDescription(/must have 15 characters.*these are 14/)
  await gstin.fill(own.slice(0, 10) + (own[10] === '9' ? '8' : '9') + own.slice(11))
  await expect(gstin).toHaveAccessibleDescription(/one of its characters is mistyped/)
  await expect(page.getByText('Saved.')).toHaveCount(0)
  await gstin.fill(own)
  await expect(page.getByLabel('State')).toHaveValue('Rajasthan')

  await page.goto('/companies')
  await page.getByRole('button', { name: 'New company' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Himal Treks')
  await dialog.getByLabel('GSTIN').fill('27AAPFU0939F1ZA')
  await expect(dialog.getByRole('status').getByText(/one of its characters is mistyped/)).toBeVisible()
  await dialog.getByLabel('State').selectOption({ label: 'Uttarakhand (05)' })
  await accessible()
  await dialog.getByLabel('Country').fill('Nepal')
  await dialog.getByLabel('State').fill('Gandaki')
  await dialog.getByLabel('GSTIN').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('rowheader', { name: 'Himal Treks' })).toBeVisible()
})

test('the language of papers is chosen by the keyboard, and what is written from then on is in it', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const devika = await desk('Devika')
  await enter('Devika', '/settings/policies')
  await expect(page.getByText('Cancelling is free until').first()).toBeVisible()
  await page.goto('/settings/organization')
  await page.getByLabel('Language of papers').focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByLabel('Language of papers')).toHaveValue('hi')
  await accessible()
  await page.getByRole('region', { name: 'Organization' }).getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('Saved.')).toBeVisible()
  try {
    await page.goto('/settings/policies')
    await expect(page.getByText(/चेक-इन से .* पहले तक कैंसल करना मुफ़्त है।/).first()).toBeVisible()
    const { totalInWords } = await devika.post<{ totalInWords: string }>('/api/invoices/{org}/create', {
      lines: [{ description: 'Banquet', unitPrice: 1000 }],
      buyer: { name: 'लक्ष्मी द्विवेदी' },
    })
    expect(totalInWords).toMatch(/रुपये .*मात्र$/)
  } finally {
    await devika.put('/api/organization/{org}/update', { documentLanguage: 'en' })
  }
})

test('a room has a name of forty characters, and is in service while nobody is in it', async ({ page, enter }) => {
  const name = 'The Maharaja Suite above the Lotus Court'
  await enter('Devika', '/settings/rooms')
  await page.getByRole('button', { name: 'One room' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Number').fill(name + 's')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('In service')
})
