import { expect, test } from './hotel'

// Of a passport by ICAO 9303.
const zone = 'P<NPLGURUNG<<MAYA<<<<<<<<<<<<<<<<<<<<<<<<<<<\nPA01234560NPL8811020F3201303<<<<<<<<<<<<<<<8'

test.use({ refusals: true }) // the mistyped lines

test('a passport is read from its machine-readable lines, and its picture is kept, seen and deleted', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  const { _id } = await owner.post<{ _id: string }>('/api/guests/{org}/create', { name: 'Maya Gurung' })
  await enter('Devika', `/guests/${_id}`)
  const card = page.getByRole('region', { name: 'Passport and visa' })
  await expect(card.getByText('Nothing is noted.')).toBeVisible()
  await card.getByRole('button', { name: 'Edit passport and visa' }).click()
  const dialog = page.getByRole('dialog', { name: 'Passport and visa' })
  const lines = dialog.getByLabel('Machine-readable lines')
  await lines.fill(zone.replace('PA0123456', 'PA0123457')) // a check digit that is wrong
  await dialog.getByRole('button', { name: 'Fill in from these lines' }).click()
  await expect(dialog.getByText(/check digit/)).toBeVisible()
  await lines.fill(zone)
  await dialog.getByRole('button', { name: 'Fill in from these lines' }).click()
  await expect(dialog.getByLabel('Surname')).toHaveValue('GURUNG')
  await expect(dialog.getByRole('group', { name: 'Passport' }).getByLabel('Number')).toHaveValue('PA0123456')
  await accessible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(card.getByText(/PA0123456/)).toBeVisible()

  const documents = page.getByRole('region', { name: 'Pictures of documents' })
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  await documents.getByRole('button', { name: 'Upload' }).click()
  const store = page.getByRole('dialog', { name: 'Upload' })
  await store
    .getByLabel('Picture or scan of the document')
    .setInputFiles({ name: 'passport.png', mimeType: 'image/png', buffer: picture })
  await accessible()
  await store.getByRole('button', { name: 'Upload' }).click()
  await expect(documents.getByRole('listitem').filter({ hasText: 'Passport' })).toContainText('1 page')
  await accessible()
  await documents.getByRole('button', { name: 'View: Passport' }).click()
  const look = page.getByRole('dialog', { name: 'View: Passport' })
  await look.getByLabel('What for').selectOption('Form III')
  await look.getByRole('button', { name: 'View' }).click()
  await expect(look.getByRole('img', { name: 'View: Passport' })).toBeVisible()
  await accessible()
  await page.keyboard.press('Escape')
  await expect(look).toBeHidden()
  const trail = await owner.get<{ action: string; details: { purpose?: string } }[]>(
    `/api/audit/{org}/by-resource/guest/${_id}`,
  )
  expect(trail.find(({ action }) => action === 'guest.document_viewed')?.details.purpose).toBe('form-iii')

  await documents.getByRole('button', { name: 'Delete: Passport' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(documents.getByText('No picture of a document is kept.')).toBeVisible()

  // Who may not manage guests gets the last characters of the number alone.
  const meera = await desk('Meera')
  const masked = await meera.get<{ passportNumber: string; whole: boolean }>(
    `/api/guests/{org}/${_id}/travel-documents`,
  )
  expect([masked.passportNumber, masked.whole]).toEqual(['XXXXXXXX3456', false])
})
