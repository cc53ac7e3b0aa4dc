import { day } from './chart'
import { expect, test } from './hotel'

type Made = { _id: string }

test('what the hotel knows of a guest: preferences, notes, consents, and whom it rents to no more', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  const { _id } = await owner.post<Made>('/api/guests/{org}/create', { name: 'Pavan Profile' })
  await enter('Devika', `/guests/${_id}`)
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('VIP').fill('VIP 1')
  await dialog.getByLabel('Language').selectOption('hi')
  await dialog.getByLabel('Preferences').fill('High floor\nTea at six')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const profile = page.getByRole('region', { name: 'Profile' })
  await expect(profile).toContainText('High floor, Tea at six')
  await expect(profile).toContainText('Hindi')
  await expect(page.getByRole('heading', { name: 'Pavan Profile VIP 1' })).toBeVisible()

  const notes = page.getByRole('region', { name: 'Notes' })
  await notes.getByRole('button', { name: 'Add a note' }).click()
  await dialog.getByLabel('Department').fill('Kitchen')
  await dialog.getByLabel('Note').fill('No onion, no garlic')
  await accessible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(notes).toContainText('Kitchen')
  await notes.getByRole('button', { name: 'Change: No onion' }).click()
  await dialog.getByLabel('Note').fill('Eats everything')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(notes).toContainText('Eats everything')

  const consents = page.getByRole('region', { name: 'Consents' })
  await consents.getByRole('button', { name: 'Note an answer' }).click()
  await dialog.getByLabel('Purpose').fill('newsletter')
  await dialog.getByLabel('Version of the notice').fill('2026-04')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await consents.getByRole('button', { name: 'Withdraw: newsletter' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(consents.getByText('Does not consent')).toBeVisible()
  await expect(consents.getByText('1 earlier answer')).toBeVisible()

  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Do not rent' }).click()
  await dialog.getByLabel('Reason').fill('Left without paying')
  await dialog.getByRole('button', { name: 'Do not rent' }).click()
  await expect(page.getByText('Left without paying')).toBeVisible()
  await accessible()
  await page.getByRole('button', { name: 'Rent again' }).click()
  await dialog.getByRole('button', { name: 'Rent again' }).click()
  await expect(page.getByText('Left without paying')).toBeHidden()
})

test('two records of one guest become one, field by field, and are two again', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  const twin = { phone: '+91 90000 88111', dateOfBirth: '1988-11-02' }
  const first = await owner.post<Made>('/api/guests/{org}/create', {
    name: 'Tara Twin',
    email: 'tara@example.com',
    ...twin,
  })
  const second = await owner.post<Made>('/api/guests/{org}/create', {
    name: 'Tara Twin',
    email: 'twin@example.org',
    ...twin,
  })
  await enter('Devika', '/guests/duplicates')
  const row = page.getByRole('row').filter({ hasText: 'twin@example.org' })
  await expect(row).toContainText('same phone, same name and date of birth')
  await accessible()

  await page.goto(`/guests/${second._id}`)
  await expect(page.getByText('This may be the same person as')).toBeVisible()
  await page.getByRole('button', { name: /^Merge/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail').selectOption({ label: 'twin@example.org' })
  await accessible()
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await expect(page).toHaveURL(new RegExp(`/guests/${first._id}`))
  await expect(page.getByText('twin@example.org')).toBeVisible()

  await page.goto('/guests/duplicates?view=merges')
  const merged = page.getByRole('row').filter({ hasText: 'Tara Twin' }).first()
  await expect(merged).toBeVisible()
  await accessible()
  await merged.getByRole('button', { name: /^Undo/ }).click()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await expect(merged).toContainText('Undone by Devika')
  const back = await owner.get<{ email: string }>(`/api/guests/{org}/${second._id}`)
  expect(back.email).toBe('twin@example.org')
})

test('a guest is forgotten but for what the law keeps, which is said before', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  const { _id: guestId } = await owner.post<Made>('/api/guests/{org}/create', { name: 'Usha Unseen' })
  const [category] = await owner.get<Made[]>('/api/room-categories/{org}/list?limit=1')
  await owner.post('/api/bookings/{org}/create', {
    guestId,
    guestName: 'Usha Unseen',
    guestPhone: '+91 98450 00000',
    checkIn: day(70),
    checkOut: day(71),
    rooms: [{ categoryId: category!._id, ratePerNight: 4000, adults: 1, children: 0 }],
  })
  await enter('Devika', `/guests/${guestId}`)
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Erase' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText("The stay isn't over.").first()).toBeVisible()
  await accessible()
  await dialog.getByRole('button', { name: 'Erase' }).click()
  await expect(page.getByRole('heading', { name: 'Erased guest' })).toBeVisible()
  await expect(page.getByText(/^Erased by Devika/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit', exact: true })).toBeHidden()
})
