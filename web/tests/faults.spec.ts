import { expect, signOut, test, type Desk } from './hotel'
import { freeRoom, type Free } from './rooms'

const day = (plus = 0) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + plus * 86_400_000)

interface Made {
  bookingId: string
  version: number
}

const book = (desk: Desk, guestName: string, room: Free, checkIn: string, checkOut: string, more = {}) =>
  desk.post<Made>('/api/bookings/{org}/create', {
    checkIn,
    checkOut,
    guestName,
    guestPhone: '+91 98450 00000',
    rooms: [{ ...room, adults: 1 }],
    ...more,
  })

// What is refused on purpose is logged by the browser.
test.use({ refusals: true })

test('a room with somebody in it is not ready, and check-in says why not in words', async ({ page, enter, desk }) => {
  const office = await desk()
  const room = await freeRoom(office, { checkIn: day(-1), checkOut: day(1) })
  const before = await book(office, 'Leaving Late', room, day(-1), day())
  await office.post(`/api/bookings/{org}/${before.bookingId}/arrival`)
  const next = await book(office, 'Coming Early', room, day(), day(1))
  await enter('Meera', `/bookings/${next.bookingId}/check-in`)
  await expect(page.getByText('Leaving Late is due out today').first()).toBeVisible()
  await expect(page.getByText('Ready', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Check in', exact: true }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText(`Room ${room.roomNumber} is still occupied by Leaving Late`)
  // Beside the field in which who may says that it is to be done all the same.
  await expect(page.getByText(`Room ${room.roomNumber} is still occupied`).last()).toBeInViewport()
  await expect(alert).not.toContainText(/force|bookings\.manage/)
})

test('who comes second reads what others changed, and sends the same again', async ({ page, enter, desk }) => {
  const office = await desk()
  const room = await freeRoom(office, { checkIn: day(40), checkOut: day(44) })
  const { bookingId } = await book(office, 'Twice Changed', room, day(40), day(42))
  await enter('Meera', `/bookings/${bookingId}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Change stay' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change stay' })
  await dialog.getByLabel('Notes').fill('Wants a quiet room')
  await office.put(`/api/bookings/{org}/${bookingId}/update-guest`, { guestName: 'Twice Renamed' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toContainText(/Devika Rathore changed this .*(now|ago)/)
  await expect(dialog.getByRole('alert')).toContainText('Guest: Twice Changed → Twice Renamed')
  await expect(dialog.getByRole('alert')).not.toContainText('If-Match')
  await expect(dialog.getByLabel('Notes')).toHaveValue('Wants a quiet room')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  const now = await office.get<{ notes: string; guestName: string }>(`/api/bookings/{org}/${bookingId}`)
  expect(now).toMatchObject({ notes: 'Wants a quiet room', guestName: 'Twice Renamed' })
})

test('where two type into one field, either words may stand, and nothing is typed anew', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const office = await desk()
  const { _id } = await office.post<{ _id: string }>('/api/guests/{org}/create', {
    name: 'Two Hands',
    email: 'a@b.example',
  })
  await enter('Meera', `/guests/${_id}`)
  const dialog = page.getByRole('dialog')
  const update = (body: object) => office.put(`/api/guests/{org}/${_id}/update`, body)
  for (const [button, notes] of [
    ['Take theirs', 'Likes tea'],
    ['Keep mine and send it', 'Likes coffee'],
  ] as const) {
    await update({ notes: 'None', address: { city: 'Pune' } })
    await page.reload()
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await dialog.getByLabel('Notes').fill('Likes coffee')
    await dialog.getByLabel('Phone').fill('+91 98450 11111')
    await update({ notes: 'Likes tea', address: { city: 'Nashik' } })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('alert')).toContainText('You have typed something else there: Notes')
    await expect(dialog.getByLabel('City')).toHaveValue('Nashik') // nothing was typed there
    await accessible()
    await dialog.getByRole('button', { name: button }).click()
    if (button === 'Take theirs') {
      await expect(dialog.getByLabel('Notes')).toHaveValue('Likes tea')
      await dialog.getByRole('button', { name: 'Save' }).click()
    }
    await expect(dialog).toBeHidden()
    const now = await office.get<object>(`/api/guests/{org}/${_id}`)
    expect(now).toMatchObject({ notes, phone: '+91 98450 11111', address: { city: 'Nashik' } })
  }
})

test('money that somebody else takes is on the page at once', async ({ page, enter, desk }) => {
  const office = await desk()
  const room = await freeRoom(office, { checkIn: day(50), checkOut: day(52) })
  const { bookingId } = await book(office, 'Paid Elsewhere', room, day(50), day(52))
  const { balanceDue } = await office.get<{ balanceDue: number }>(`/api/bookings/{org}/${bookingId}`)
  await enter('Meera', `/bookings/${bookingId}`)
  await expect(page.locator('[data-line=live]')).toBeVisible()
  await office.post('/api/payments/{org}/create', { bookingId, amount: balanceDue, method: 'upi' })
  await expect(page.locator('.balance')).toHaveText('Settled')
})

test('a sign-out in another tab keeps what was typed, and says why', async ({ page, context, enter }) => {
  await enter('Meera', '/bookings/new')
  await page.getByLabel('Name', { exact: true }).fill('Half Typed')
  const other = await context.newPage()
  await other.goto('/account')
  await signOut(other)
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' })
  await expect(dialog).toContainText('You signed out in another tab')
  await expect(page.getByRole('heading', { name: 'New booking' })).toBeHidden()
  await dialog.getByLabel('Password').fill('padharo-mhare-desh')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Half Typed')
})

test('issuing asks first, and a part of a split bill leaves the payments alone', async ({ page, enter, desk }) => {
  const office = await desk()
  const room = await freeRoom(office, { checkIn: day(), checkOut: day(1) })
  const { bookingId } = await book(office, 'Split Payer', room, day(), day(1), { advanceAmount: 500 })
  const lines: string[] = []
  for (const [description, unitPrice] of [
    ['Dinner', 300],
    ['Laundry', 200],
  ] as const) {
    await office.post(`/api/bookings/{org}/${bookingId}/charges`, { description, unitPrice, quantity: 1 })
  }
  const folio = await office.get<{ lines: { lineId: string; description: string }[] }>(
    `/api/bookings/{org}/${bookingId}/folio`,
  )
  lines.push(folio.lines.find(({ description }) => description === 'Dinner')!.lineId)
  await office.post('/api/invoices/{org}/create', { bookingId, lineIds: lines })
  await enter('Devika', `/bookings/${bookingId}`)
  await page.getByRole('button', { name: 'Issue to Split Payer' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Apply what the guest has paid in advance')).not.toBeChecked()
  await dialog.getByRole('button', { name: 'Issue', exact: true }).click()
  await expect(page.getByText(/; ₹0 of payments applied\./)).toBeVisible()
  await expect(page.getByRole('row', { name: /Split Payer Issued/ })).toBeVisible()
})

test('many dates are written only after nothing was chosen beforehand and it was asked', async ({ page, enter }) => {
  await enter('Devika', '/rates')
  await page.getByRole('button', { name: 'Change many dates' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change many dates' })
  await expect(dialog.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: /^Write/ })).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByLabel('Rate plan').selectOption({ index: 1 })
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByRole('checkbox', { name: /Mon/ }).check()
  await dialog.getByLabel('What').selectOption('price')
  await dialog.getByLabel('Value').fill('4321')
  await dialog.getByRole('button', { name: /^Write/ }).click()
  await expect(dialog).toContainText('₹4,321')
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog.getByLabel('Value')).toHaveValue('4321')
  await dialog.getByRole('button', { name: /^Write/ }).click()
  await dialog.getByRole('button', { name: /^Write \d+ date/ }).click()
  await expect(dialog).toBeHidden()
})

test('an address that is not there shows our page', async ({ page, enter }) => {
  await enter('Meera')
  const answer = await page.goto('/no/such/screen')
  expect(answer!.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
})

test('what is typed into a form survives a reload, and is offered again', async ({ page, enter, accessible }) => {
  await enter('Meera', '/guests')
  await page.getByRole('button', { name: 'New guest' }).click()
  const guest = page.getByRole('dialog', { name: 'New guest' })
  await guest.getByLabel('Name', { exact: true }).fill('Reloaded Guest')
  await guest.getByLabel('Date of birth').fill('24 nov 1980')
  await guest.getByLabel('Phone').fill('+91 98450 77777')
  await expect.poll(() => page.evaluate(() => Object.keys(sessionStorage).join())).toContain('sarai.draft')
  await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join())).toContain('+91 98450 77777')
  await page.reload()
  await page.getByRole('button', { name: 'New guest' }).click()
  await accessible()
  await guest.getByRole('button', { name: 'Take it back' }).click()
  await expect(guest.getByLabel('Name', { exact: true })).toHaveValue('Reloaded Guest')
  await expect(guest.getByLabel('Date of birth')).toHaveValue('24 Nov 1980')
  await guest.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'New guest' }).click()
  await expect(guest.getByRole('button', { name: 'Take it back' })).toHaveCount(0)
})

test('a booking that is half made survives a reload, with its rooms', async ({ page, enter }) => {
  await enter('Meera', '/bookings/new')
  await page
    .getByRole('button', { name: /^One room more: .*Best available rate/ })
    .first()
    .click()
  await page.getByLabel('Name', { exact: true }).fill('Reloaded Booker')
  await page.getByLabel('Arrives at').fill('18:30')
  await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join())).toContain('18:30')
  const summary = page.getByRole('complementary', { name: 'Booking summary' })
  const total = await summary.locator('.total strong').textContent()
  page.on('dialog', (dialog) => void dialog.accept()) // the browser asks before the page is left
  await page.reload()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Reloaded Booker')
  await expect(page.getByLabel('Arrives at')).toHaveValue('18:30')
  await expect(summary.locator('.total strong')).toHaveText(total!)
  await page.getByLabel('Phone').fill('+91 98450 66666')
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Reloaded Booker' })).toBeVisible()
})
