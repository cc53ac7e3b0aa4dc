import { expect, test } from './hotel'

test.use({ viewport: { width: 390, height: 780 }, hasTouch: true })

test('a repair is reported with a photo and done, and what was found is given back', async ({
  page,
  enter,
  accessible,
}) => {
  await enter('Kamla', '/house')
  await page.getByRole('button', { name: 'Report a repair' }).tap()
  const asking = page.getByRole('dialog', { name: 'Report a repair' })
  await asking.getByLabel('What is it').fill('The tap drips')
  await asking.getByLabel('Room').selectOption('101')
  await asking.getByLabel('Priority').selectOption('Urgent')
  await accessible()
  await asking.getByRole('button', { name: 'Report a repair' }).tap()
  const ticket = page.getByRole('listitem', { name: 'The tap drips' })
  await expect(ticket).toContainText('Room 101')
  const camera = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: 300, height: 200 })
    canvas.getContext('2d')!.fillRect(50, 50, 90, 90)
    return canvas.toDataURL('image/png').split(',')[1]!
  })
  const picture = { name: 'IMG_1.png', mimeType: 'image/png', buffer: Buffer.from(camera, 'base64') }
  await ticket.locator('input[type=file]').setInputFiles(picture)
  await ticket.getByRole('button', { name: /^Photo/ }).tap()
  const shown = page.getByRole('dialog', { name: 'The tap drips' })
  await expect(shown.getByRole('img')).toBeVisible()
  await shown.getByRole('button', { name: 'Close' }).tap()
  await ticket.getByRole('button', { name: /^How far/ }).tap()
  const state = page.getByRole('dialog', { name: 'The tap drips' })
  await state.getByLabel('What was done').fill('A new washer')
  await accessible()
  await state.getByRole('button', { name: 'Save' }).tap()
  await expect(ticket).toContainText('A new washer')
  await accessible()

  await page.getByRole('link', { name: 'Lost and found' }).tap()
  await page.getByRole('button', { name: 'Note something found' }).tap()
  const noting = page.getByRole('dialog', { name: 'Note something found' })
  await noting.getByLabel('What is it').fill('A red umbrella')
  await noting.getByLabel('Place').fill('Lobby')
  await noting.getByLabel('Kept where').fill('Shelf 3')
  await noting.getByRole('button', { name: 'Note something found' }).tap()
  const found = page.getByRole('listitem', { name: 'A red umbrella' })
  await expect(found).toContainText('kept in Shelf 3')
  await found.getByRole('button', { name: /^What became/ }).tap()
  const giving = page.getByRole('dialog', { name: 'A red umbrella' })
  await giving.getByLabel('To whom').fill('Mr Roy')
  await giving.getByLabel('Document shown').selectOption('Passport')
  await giving.getByRole('button', { name: 'Save' }).tap()
  await expect(found).toContainText('Given back')
  await accessible()
})
