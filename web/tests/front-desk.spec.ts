import type { Locator, Page } from '@playwright/test'

import { expect, test, type Desk } from './hotel'
import { addRooms, freeRoom, type Free } from './rooms'

/** The hotel's today, far from the browser's. */
const day = (plus = 0) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + plus * 86_400_000)

interface Made {
  bookingId: string
  code: string
}

/** What can be sold, as far as these journeys read it. */
interface Offers {
  offers: { planCode: string; offerToken: string; cancellation: { text: string } }[]
}

/** book makes a booking by the API, in a room that is free. */
async function book(
  desk: Desk,
  guestName: string,
  stay = { checkIn: day(), checkOut: day(1) },
  room?: Free,
): Promise<Made> {
  const { roomId, roomNumber, roomType, ratePerNight } = room ?? (await freeRoom(desk, stay))
  const entry = { roomId, roomNumber, roomType, ratePerNight, adults: 1, children: 0 }
  const guest = { guestName, guestPhone: '+91 98450 00000' }
  return desk.post<Made>('/api/bookings/{org}/create', { ...stay, ...guest, rooms: [entry] })
}

const payments = (desk: Desk, bookingId: string) =>
  desk.get<{ amount: number; status: string }[]>(`/api/payments/{org}/list?bookingId=${bookingId}`)

/** After midnight some guests of the day before are still in rooms that are free for the night. */
const somebodyIn = /occupied|due out|should have left/i

/** free is a room to move to in which nobody is. */
async function free(move: Locator): Promise<string> {
  const rooms = move.getByLabel('To room').getByRole('option', { disabled: false })
  const empty = rooms.filter({ hasNotText: somebodyIn })
  await expect(empty.first()).toBeAttached()
  return (await empty.first().getAttribute('value')) ?? ''
}

/** tabTo presses Tab until an element of a role and name has the focus, as somebody without a mouse. */
async function tabTo(page: Page, role: Parameters<Page['getByRole']>[0], name: string | RegExp): Promise<void> {
  const wanted = page
    .getByRole(role, { name, exact: typeof name === 'string' })
    .filter({ visible: true })
    .first()
  await expect(wanted).toBeVisible()
  for (let presses = 0; presses < 120; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab doesn't reach ${String(name)}`)
}

test.describe('past rooms in which somebody still is', () => {
  test.use({ refusals: true })

  test('a walk-in is booked, checked in, charged, moved, pays, and leaves with an invoice: by keyboard alone', async ({
    page,
    enter,
    accessible,
    desk,
  }) => {
    test.setTimeout(120_000)
    await addRooms(await desk())
    await enter('Meera')
    await tabTo(page, 'button', 'New booking')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'New booking' })).toBeVisible()
    await accessible()

    await tabTo(page, 'button', /^One room more: .*Best available rate/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'To be booked' })).toBeVisible()
    await tabTo(page, 'textbox', 'Name')
    await page.keyboard.type('Asha Keyboard')
    await page.keyboard.press('Tab')
    await page.keyboard.type('+91 98450 12345')
    await page.keyboard.press('Tab')
    await page.keyboard.type('asha@example.com')
    await tabTo(page, 'button', 'Book and check in')
    await page.keyboard.press('Enter')

    await expect(page.getByRole('heading', { name: 'Check in' })).toBeVisible()
    await expect(page.getByLabel('ID document')).toBeFocused()
    await accessible()
    await page.keyboard.press('Tab')
    await page.keyboard.type('1234 5678 9012')
    // Any room of the category was booked: one that is ready is given, and the desk may choose another.
    await expect(page.getByLabel('Room', { exact: true })).not.toHaveValue('')
    await tabTo(page, 'spinbutton', 'Amount')
    await page.keyboard.type('1000')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Asha Keyboard' })).toBeVisible()
    await expect(page.getByText('Due out').or(page.getByText('In house')).first()).toBeVisible()
    await accessible()

    await tabTo(page, 'combobox', 'Service, or what it is')
    await page.keyboard.type('Masala chai')
    await page.keyboard.press('Tab')
    await page.keyboard.type('150')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('cell', { name: /^Masala chai/ })).toBeVisible()

    await tabTo(page, 'button', /^Change \d+$/)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: 'Move to another room' })).toBeFocused()
    await page.keyboard.press('Enter')
    const move = page.getByRole('dialog', { name: /^Move from room/ })
    await expect(move.getByLabel('To room')).toBeFocused()
    await expect(move.getByRole('option').nth(1)).toBeAttached()
    const chosen = move.getByLabel('To room').locator('option:checked')
    do await page.keyboard.press('ArrowDown')
    while (somebodyIn.test((await chosen.textContent()) ?? ''))
    await expect(move.getByText('Total then')).toBeVisible()
    await accessible()
    await page.keyboard.press('Tab') // the night of the move
    await tabTo(page, 'button', 'Move')
    await page.keyboard.press('Enter')
    await expect(move).toBeHidden()

    const pay = page.getByRole('form', { name: 'Take payment' })
    await tabTo(page, 'spinbutton', 'Amount')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('500')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('cell', { name: '₹500.00', exact: true })).toBeVisible()
    await expect(pay.getByLabel('Amount')).not.toHaveValue('500')

    await tabTo(page, 'button', 'Check out')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Check out' })).toBeVisible()
    await expect(page.getByLabel('Pays now')).toBeFocused()
    await accessible()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Asha Keyboard has left.')).toBeVisible()
    await expect(page.getByText(/· Paid$/)).toBeVisible()
    await accessible()
    await tabTo(page, 'button', 'Mail')
    await page.keyboard.press('Enter')
    await expect(page.getByText('The invoice is on its way to asha@example.com.')).toBeVisible()
    await tabTo(page, 'button', 'Done')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Departed')).toBeVisible()

    const devika = await desk()
    const found = '/api/bookings/{org}/list?search=Asha%20Keyboard&fields=full'
    const [booking] = await devika.get<{ bookingId: string; balanceDue: number }[]>(found)
    expect(booking?.balanceDue).toBe(0)
    expect(await payments(devika, booking!.bookingId)).toHaveLength(3)
  })
})

test('a walk-in is booked, checked in, charged, moved, pays, and leaves with an invoice: with the mouse, from Today', async ({
  page,
  enter,
  accessible,
  desk,
}) => {
  test.setTimeout(120_000)
  await addRooms(await desk())
  await enter('Devika', '/bookings/new')
  await page
    .getByRole('button', { name: /^One room more: .*Best available rate/ })
    .first()
    .click()
  await page.getByLabel('Name', { exact: true }).fill('Mohan Mouse')
  await page.getByLabel('Phone').fill('+91 98450 54321')
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Mohan Mouse' })).toBeVisible()
  await expect(page.getByText('Due in')).toBeVisible()

  await page.getByRole('link', { name: 'Today' }).click()
  await page.getByRole('button', { name: 'Check in Mohan Mouse' }).click()
  const arrive = page.getByRole('dialog', { name: 'Check in' })
  await arrive.getByLabel('ID number').fill('9999 8888 7777')
  const list = arrive.getByLabel('Room', { exact: true })
  await list.selectOption(
    (await list
      .locator('option', { hasText: /^9\d\d/ })
      .first()
      .getAttribute('value'))!,
  )
  await accessible()
  await arrive.getByRole('button', { name: 'Check in' }).click()
  await expect(arrive).toBeHidden()

  await page.getByRole('link', { name: /In house/ }).click()
  await accessible()
  await page.getByRole('button', { name: 'Take payment from Mohan Mouse' }).click()
  const pay = page.getByRole('dialog', { name: 'Take payment' })
  await pay.getByLabel('Amount').fill('700')
  await pay.getByLabel('Method').selectOption('upi')
  await pay.getByLabel('Reference').fill('UPI-1')
  await pay.getByRole('button', { name: 'Take payment' }).click()
  await expect(pay).toBeHidden()

  await page.getByRole('link', { name: 'Mohan Mouse' }).click()
  await page.getByLabel('Service, or what it is').fill('Breakfast')
  await page.getByRole('button', { name: /^Charge ₹450/ }).click()
  await expect(page.getByRole('cell', { name: /^Breakfast/ })).toBeVisible()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Allowance' }).click()
  const allowance = page.getByRole('dialog', { name: 'Allowance' })
  await allowance.getByLabel('Description').fill('Cold tea')
  await allowance.getByLabel('Take off').fill('50')
  await accessible()
  await allowance.getByRole('button', { name: 'Take off ₹50' }).click()
  await expect(page.getByRole('cell', { name: /^Cold tea/ })).toBeVisible()

  await page.getByRole('button', { name: 'Actions: Breakfast' }).click()
  await page.getByRole('menuitem', { name: 'Reverse' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Never eaten')
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click()
  await expect(page.getByText('Reversed').first()).toBeVisible()

  await page.getByRole('button', { name: /^Change \d+$/ }).click()
  await accessible()
  await page.getByRole('menuitem', { name: 'Move to another room' }).click()
  const move = page.getByRole('dialog', { name: /^Move from room/ })
  await move.getByLabel('To room').selectOption(await free(move))
  await move.getByRole('button', { name: 'Move', exact: true }).click()
  await expect(move).toBeHidden()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Change stay' }).click()
  const stay = page.getByRole('dialog', { name: 'Change stay' })
  await stay.getByLabel('Notes').fill('Late sleeper')
  await accessible()
  await stay.getByRole('button', { name: 'Save' }).click()
  await expect(stay).toBeHidden()
  await expect(page.getByText('Late sleeper')).toBeVisible()

  await page.getByRole('button', { name: 'Change prices' }).click()
  const prices = page.getByRole('dialog', { name: 'Change prices' })
  await prices.getByLabel('One price for all nights').fill('4000')
  await prices.getByLabel('Reason').fill('Agreed at the desk')
  await accessible()
  await prices.getByRole('button', { name: 'Save' }).click()
  await expect(prices).toBeHidden()

  await page.getByRole('button', { name: 'Check out' }).click()
  await page.getByRole('button', { name: 'Pay and check out' }).click()
  await expect(page.getByText('Mohan Mouse has left.')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('region', { name: 'Account' })).toContainText(/INV-\d+\s*Mohan Mouse\s*Paid/)
  await expect(page.getByText('Checked out').first()).toBeVisible()
  await accessible()
})

test('who cancels sees the policy, says the charge, and can take it back', async ({
  page,
  enter,
  accessible,
  desk,
}) => {
  const devika = await desk()
  const { bookingId } = await book(devika, 'Charu Cancel', { checkIn: day(20), checkOut: day(22) })
  await devika.post('/api/payments/{org}/create', { bookingId, amount: 2000, method: 'upi' })
  await enter('Meera', `/bookings/${bookingId}`)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Cancel booking' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel booking' })
  const then = dialog.getByRole('region', { name: 'What it comes to' })
  await expect(then).toContainText('Owed back to the guest ₹2,000')
  await dialog.getByLabel('Reason').fill('Missed train')
  await dialog.getByLabel('Cancellation charge').fill('500')
  await expect(then).toContainText('Cancellation charge ₹500')
  await then.getByRole('button', { name: 'Refund ₹1,500 now' }).click()
  await expect(dialog.getByLabel('Refund now, in all')).toHaveValue('1500')
  await expect(then).toContainText('Nothing is open then')
  await expect(then).toContainText('Given back ₹1,500')
  await accessible()
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(page.getByText(/is cancelled. Charge: ₹500/)).toBeVisible()
  await expect(page.getByText('Missed train')).toBeVisible()
  await accessible()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Reinstate' }).click()
  await expect(page.getByText('Confirmed')).toBeVisible()
})

test('a booking shows what was mailed about it', async ({ page, enter, accessible, desk }) => {
  const devika = await desk()
  const stay = { checkIn: day(27), checkOut: day(28) }
  const { roomId, roomNumber, roomType, ratePerNight } = await freeRoom(devika, stay)
  const { bookingId, code } = await devika.post<Made>('/api/bookings/{org}/create', {
    ...stay,
    guestName: 'Mohini Mail',
    guestPhone: '+91 98450 00000',
    guestEmail: 'mohini@example.com',
    rooms: [{ roomId, roomNumber, roomType, ratePerNight, adults: 1, children: 0 }],
  })
  await enter('Meera', `/bookings/${bookingId}`)
  const mails = page.getByRole('region', { name: 'Mails' })
  const row = mails.getByRole('row').filter({ hasText: code })
  await expect(row).toContainText('Confirmation · mohini@example.com', { timeout: 40_000 })
  await expect(row).toContainText('Sent', { timeout: 10_000 })
  await accessible()
  const other = await book(devika, 'Nobody Mailed', { checkIn: day(28), checkOut: day(29) })
  await page.goto(`/bookings/${other.bookingId}`)
  await expect(mails).toContainText('Nothing was mailed about this booking.')
})

test.describe('with amounts that are refused', () => {
  test.use({ refusals: true })

  test('who looks at what the policy takes has cancelled nothing', async ({ page, enter, accessible, desk }) => {
    const devika = await desk()
    const stay = { checkIn: day(24), checkOut: day(27) } // as long as holidays ask for
    const { offers } = await devika.post<Offers>('/api/offers/{org}/search', stay)
    const strict = offers.find((offer) => offer.planCode === 'BAR-NR')!
    const { bookingId } = await devika.post<Made>('/api/bookings/{org}/create', {
      ...stay,
      guestName: 'Nisha Nonrefund',
      guestPhone: '+91 98450 00000',
      rooms: [{ offerToken: strict.offerToken }],
    })
    await devika.post('/api/payments/{org}/create', { bookingId, amount: 100, method: 'upi' })
    await enter('Meera', `/bookings/${bookingId}`)
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Cancel booking' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel booking' })
    await expect(dialog.getByText(strict.cancellation.text)).toBeVisible()
    const then = dialog.getByRole('region', { name: 'What it comes to' })
    await expect(then).toContainText(/Cancellation charge ₹[1-9].*The guest then owes ₹/)
    await accessible()
    await dialog.getByLabel('Refund now, in all').fill('101')
    await expect(then).toContainText('must not be more than was paid')
    await dialog.getByRole('button', { name: 'Keep the booking' }).click()
    await expect(page.getByText('Confirmed')).toBeVisible()
  })
})

test.describe('with a line that breaks', () => {
  test.use({ refusals: true })

  test('a payment whose answer was lost is taken once, though it is sent again', async ({ page, enter, desk }) => {
    const devika = await desk()
    const { bookingId } = await book(devika, 'Lata Lost', { checkIn: day(30), checkOut: day(31) })
    await enter('Devika', `/bookings/${bookingId}`)
    const form = page.getByRole('form', { name: 'Take payment' })
    await form.getByLabel('Amount').fill('1234')
    // The server does it, and the answer never arrives.
    await page.route(
      '**/api/payments/*/create',
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await form.getByRole('button', { name: 'Take payment' }).click()
    await expect(form.getByRole('alert')).toContainText("can't be reached")
    expect(await payments(devika, bookingId)).toHaveLength(1)
    await form.getByRole('button', { name: 'Take payment' }).click()
    await expect(form.getByRole('alert')).toBeHidden()
    expect(await payments(devika, bookingId)).toHaveLength(1)
  })

  test('a form without a line keeps what was typed', async ({ page, enter, context, desk }) => {
    const { bookingId } = await book(await desk(), 'Omar Offline', { checkIn: day(31), checkOut: day(32) })
    await enter('Devika', `/bookings/${bookingId}`)
    const form = page.getByRole('form', { name: 'Take payment' })
    await form.getByLabel('Amount').fill('321')
    await context.setOffline(true)
    await form.getByRole('button', { name: 'Take payment' }).click()
    await expect(form.getByRole('alert')).toContainText("can't be reached")
    await expect(form.getByLabel('Amount')).toHaveValue('321')
    await context.setOffline(false)
    await form.getByRole('button', { name: 'Take payment' }).click()
    await expect(form.getByRole('alert')).toBeHidden()
  })

  test('what the server refuses stands at its field', async ({ page, enter, accessible }) => {
    await enter('Devika', '/bookings/new')
    await page
      .getByRole('button', { name: /^One room more: .*Best available rate/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Book', exact: true }).click()
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Name', { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await accessible()
  })
})

test('a double click on Book books once', async ({ page, enter, desk }) => {
  await enter('Devika', `/bookings/new?from=${day(12)}&to=${day(14)}`)
  await page
    .getByRole('button', { name: /^One room more: .+,/ })
    .first()
    .click()
  await page.getByLabel('Name', { exact: true }).fill('Dilip Double')
  await page.getByLabel('Phone').fill('+91 98450 22222')
  await page.getByRole('button', { name: 'Book', exact: true }).dblclick()
  await expect(page.getByRole('heading', { name: 'Dilip Double' })).toBeVisible()
  const found = await (await desk()).get<unknown[]>('/api/bookings/{org}/list?search=Dilip%20Double')
  expect(found).toHaveLength(1)
})

test('the chart can ask for a room, and a quote is made instead of a booking', async ({ page, enter, desk }) => {
  const devika = await desk()
  const stay = { checkIn: day(50), checkOut: day(52) }
  const room = await freeRoom(devika, stay)
  await enter('Meera', `/bookings/new?from=${stay.checkIn}&to=${stay.checkOut}&roomId=${room.roomId}`)
  await expect(page.getByRole('heading', { name: 'To be booked' })).toBeVisible()
  await expect(page.getByLabel('Room', { exact: true })).toHaveValue(room.roomId)
  await page.getByLabel('Name', { exact: true }).fill('Qamar Quote')
  await page.getByRole('button', { name: 'Quote instead' }).click()
  await expect(page.getByText(/A quote of ₹.* for Qamar Quote is drafted/)).toBeVisible()
  expect(await devika.get<unknown[]>('/api/quotes/{org}/list?search=Qamar')).toHaveLength(1)
  const kept = () => page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('sarai.draft')))
  await expect.poll(kept).toEqual([]) // what was quoted isn't offered again
})

test('a guest is found by a part of the name, with what they had before', async ({ page, enter, accessible, desk }) => {
  const devika = await desk()
  await book(devika, 'Harini Historia', { checkIn: day(-10), checkOut: day(-8) })
  await enter('Meera', '/bookings/new')
  await page.getByRole('combobox', { name: 'A guest who was here before' }).pressSequentially('storia')
  await expect(page.getByRole('option', { name: /Harini Historia/ })).toBeVisible()
  await accessible()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Harini Historia')
  await expect(page.getByRole('link', { name: /^BK-/ })).toBeVisible()
})

test('guests are listed, made, changed and deleted', async ({ page, enter, accessible }) => {
  await enter('Devika', '/guests')
  await expect(page.getByRole('heading', { name: 'Guests' })).toBeVisible()
  await accessible()
  await page.getByRole('button', { name: 'New guest' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Gita Gast')
  await dialog.getByLabel('City').fill('Udaipur')
  await accessible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Gita Gast' })).toBeVisible()
  await accessible()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await dialog.getByLabel('City').fill('')
  await dialog.getByLabel('Phone').fill('+91 98450 33333')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('+91 98450 33333')).toBeVisible()
  await expect(page.getByText('Udaipur', { exact: true })).toBeHidden()
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'Guests' })).toBeVisible()
})

test('bookings are searched, filtered and paged, and the address keeps it', async ({ page, enter, accessible }) => {
  await enter('Devika', '/bookings')
  await expect(page.getByRole('heading', { name: 'Bookings' })).toBeVisible()
  await accessible()
  await page.getByLabel('State').selectOption('checked-out')
  await expect(page).toHaveURL(/status=checked-out/)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText(/^Page 2 of/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^Page 2 of/)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody is called this')
  await expect(page.getByText('No booking is like that')).toBeVisible()
})

test('Kamla of housekeeping sees bookings, and is offered nothing that she may not do', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const { bookingId } = await book(await desk(), 'Ketki Kept', { checkIn: day(60), checkOut: day(61) })
  await enter('Kamla', `/bookings/${bookingId}`)
  await expect(page.getByRole('heading', { name: 'Ketki Kept' })).toBeVisible()
  for (const name of ['Check in', 'Take payment', 'Charge', 'More', 'Edit details']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeHidden()
  }
  await accessible()
  await page.goto('/today')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Guests' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'New booking' })).toBeHidden()
  await accessible()
  await page.goto(`/bookings/${bookingId}/check-in`)
  await expect(page.getByText(/needs the permission bookings.update/)).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('the screens of the front desk fit', async ({ page, enter, accessible, desk }) => {
    const { bookingId } = await book(await desk(), 'Pia Phone', { checkIn: day(), checkOut: day(1) })
    await enter('Devika')
    const own = `/bookings/${bookingId}`
    for (const path of ['/today', '/bookings', '/bookings/new', own, `${own}/check-in`, '/guests']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.waitForLoadState('networkidle')
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wide, path).toBeLessThanOrEqual(0)
      await accessible()
    }
  })
})

test('a guest signs the registration card on the screen', async ({ page, enter, accessible, desk }) => {
  const devika = await desk()
  const { bookingId } = await book(devika, 'Sita Sign', undefined, await addRooms(devika))
  await enter('Meera', `/bookings/${bookingId}/check-in`)
  await page.getByText('Sign on the screen').click()
  const pad = page.locator('canvas')
  await pad.scrollIntoViewIfNeeded()
  const box = (await pad.boundingBox())!
  await page.mouse.move(box.x + 30, box.y + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + 200, box.y + 90, { steps: 8 })
  await page.mouse.up()
  await accessible()
  await page.getByRole('button', { name: 'Check in' }).click()
  await expect(page.getByRole('heading', { name: 'Sita Sign' })).toBeVisible()
  const headers = { Authorization: `Bearer ${devika.token}` }
  const signed = await page.request.get(`${devika.url}/api/bookings/${devika.org}/${bookingId}/signature`, { headers })
  expect(signed.headers()['content-type']).toBe('image/png')
})

test('who leaves early pays the nights stayed, if the desk says so', async ({ page, enter, desk }) => {
  const devika = await desk()
  const { bookingId } = await book(devika, 'Esha Early', { checkIn: day(-1), checkOut: day(2) }, await addRooms(devika))
  await devika.post(`/api/bookings/{org}/${bookingId}/arrival`)
  await enter('Meera', `/bookings/${bookingId}/check-out`)
  const pays = page.getByLabel('Pays now')
  const whole = Number(await pays.inputValue())
  await page.getByRole('checkbox', { name: /End the stay today/ }).check()
  await expect.poll(async () => Number(await pays.inputValue())).toBeCloseTo(whole / 3)
  await page.getByRole('button', { name: 'Pay and check out' }).click()
  await expect(page.getByText('Esha Early has left.')).toBeVisible()
  const booking = await devika.get<{ balanceDue: number; checkOut: string }>(`/api/bookings/{org}/${bookingId}`)
  expect(booking).toMatchObject({ balanceDue: 0, checkOut: day() })
})

test('who leaves early gets back what was paid too much, in at most eight actions', async ({ page, enter, desk }) => {
  const devika = await desk()
  const { bookingId } = await book(
    devika,
    'Esha Refund',
    { checkIn: day(-1), checkOut: day(2) },
    await addRooms(devika),
  )
  await devika.post(`/api/bookings/{org}/${bookingId}/arrival`)
  const owed = (await devika.get<{ balanceDue: number }>(`/api/bookings/{org}/${bookingId}`)).balanceDue
  for (const amount of [1000, owed - 1000]) {
    await devika.post('/api/payments/{org}/create', { bookingId, amount, method: 'upi' })
  }
  await enter('Meera', `/bookings/${bookingId}`)
  let actions = 0
  const act = async (work: Promise<void>) => {
    actions++
    await work
  }
  await act(page.getByRole('button', { name: 'Check out' }).click())
  await act(page.getByRole('checkbox', { name: /End the stay today/ }).check())
  await expect
    .poll(async () => Number(await page.getByLabel('Given back now').inputValue()))
    .toBeCloseTo((owed * 2) / 3)
  await act(page.getByRole('button', { name: 'Give back and check out' }).click())
  await expect(page.getByText('Esha Refund has left.')).toBeVisible()
  await expect(page.getByText(/· Paid$/)).toBeVisible()
  await act(page.getByRole('button', { name: 'Done' }).click())
  expect(actions).toBeLessThanOrEqual(8)
  const booking = await devika.get<{ balanceDue: number; checkOut: string }>(`/api/bookings/{org}/${bookingId}`)
  expect(booking).toMatchObject({ balanceDue: 0, checkOut: day() })
})
