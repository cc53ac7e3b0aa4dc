import type { APIRequestContext, Page } from '@playwright/test'

import { dragTo, row } from './chart'
import { Desk, expect, test, type Hotel } from './hotel'
import { join } from './mail'

// The server's clock can't be moved. So this is the week of a hotel that catches up: its last days stand open, each is
// worked on and closed before the next, and only what has no date of its own, such as money, is of today.
const email = 'munim@dharamshala.example'
const password = 'seven days a week'
const night = 4000
const taxOfNight = 190.48 // 5 % inside
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(new Date())
const day = (plus: number) => new Date(Date.parse(today) + plus * 86_400_000).toISOString().slice(0, 10)
const inRupees = { style: 'currency', currency: 'INR', trailingZeroDisplay: 'stripIfInteger' } as const
const rupees = (amount: number) => new Intl.NumberFormat('en-IN', inRupees as Intl.NumberFormatOptions).format(amount)

/** hotelOfFour makes a hotel with four rooms, in which the owner's family slept a week ago: then its books begin. */
async function hotelOfFour(page: Page, request: APIRequestContext, hotel: Hotel): Promise<Desk> {
  const address = { line1: 'Station Road', city: 'Jodhpur', state: 'Rajasthan', country: 'India' }
  const data = { name: 'Dharamshala', email, gstin: '08AAPFU0939F1ZV', address }
  expect((await request.post(`${hotel.url}/api/organization/create`, { data })).ok()).toBe(true)
  await join(page, hotel, email, 'Munim Lal', password)
  await expect(page.getByLabel('Password')).toHaveCount(0)
  const login = await request.post(`${hotel.url}/api/auth/login`, { data: { email, password } })
  const { data: entered } = await login.json()
  const desk = new Desk(request, hotel.url, entered.token, entered.user.orgId)
  await desk.put('/api/accounts/{org}/settings', { nightAuditHour: -1 })
  const tent = await desk.post<{ _id: string }>('/api/room-categories/{org}/create', { name: 'Tent', baseRate: night })
  const numbers = ['101', '102', '103', '104']
  const usual = { categoryId: tent._id, floor: '1', housekeeping: 'clean', isActive: true }
  await desk.post('/api/rooms/{org}/bulk-create', { rooms: numbers.map((roomNumber) => ({ roomNumber, ...usual })) })
  const rooms = await desk.get<{ _id: string }[]>('/api/rooms/{org}/list')
  const free = { date: day(-6), complimentary: true }
  const { bookingId } = await desk.post<{ bookingId: string }>('/api/bookings/{org}/create', {
    guestName: 'The Family',
    guestPhone: '+91 98290 60606',
    checkIn: day(-6),
    checkOut: day(-5),
    rooms: rooms.map(({ _id }) => ({
      roomId: _id,
      roomNumber: 'x',
      roomType: 'x',
      ratePerNight: 0,
      adults: 1,
      rates: [free],
    })),
  })
  await desk.post(`/api/bookings/{org}/${bookingId}/arrival`)
  await desk.put(`/api/bookings/{org}/${bookingId}/checkout`)
  await desk.post('/api/bookings/{org}/night-audit', { date: day(-6) })
  return desk
}

/** book books a room of the four for a guest, from one day to another. */
async function book(page: Page, desk: Desk, guest: string, number: string, from: number, to: number): Promise<void> {
  const rooms = await desk.get<{ _id: string; roomNumber: string }[]>('/api/rooms/{org}/list')
  const roomId = rooms.find(({ roomNumber }) => roomNumber === number)!._id
  await page.goto(`/bookings/new?from=${day(from)}&to=${day(to)}&roomId=${roomId}`)
  await expect(page.getByLabel('Room', { exact: true })).toHaveValue(roomId)
  await page.getByLabel('Name', { exact: true }).fill(guest)
  await page.getByLabel('Phone').fill('+91 98290 70707')
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByRole('heading', { name: guest })).toBeVisible()
}

/** checkIn checks the guest in whose booking is open. */
async function checkIn(page: Page, guest: string): Promise<void> {
  await page.getByRole('button', { name: 'Check in', exact: true }).click()
  await page.getByLabel('ID number').fill('2345 6789 0123')
  await page.getByRole('button', { name: 'Check in', exact: true }).click()
  await expect(page.getByRole('heading', { name: guest })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Check out' })).toBeVisible()
}

/** checkOut takes what is owed, and issues the invoice that the guest takes along. */
async function checkOut(page: Page, guest: string, owed: number): Promise<void> {
  await page.getByRole('button', { name: 'Check out' }).click()
  await expect(page.getByLabel('Pays now')).toHaveValue(String(owed))
  await page.getByRole('button', { name: 'Pay and check out' }).click()
  await expect(page.getByText(`${guest} has left.`)).toBeVisible()
  await page.getByRole('button', { name: 'Issue' }).click()
  await page.getByRole('dialog', { name: 'Issue' }).getByRole('button', { name: 'Issue' }).click()
  await expect(page.getByText(/INV-\d+\s+· .* · Paid$/s)).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText('Departed')).toBeVisible()
}

interface Closed {
  sold: number
  arrivals?: string
  departures?: string
  extras?: number
  received?: number
  noShows?: number
}

/** close closes the first open day, and compares its report with what was done on it. */
async function close(page: Page, plus: number, done: Closed): Promise<void> {
  const date = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day(plus)))
  await page.getByRole('link', { name: 'Night audit' }).click()
  await page.getByRole('button', { name: 'Close the day' }).click()
  const dialog = page.getByRole('dialog', { name: /^Close / })
  await expect(dialog).toContainText(date.slice(0, 6))
  if (done.noShows) await dialog.getByLabel(/as a no-show/).check()
  const early = dialog.getByLabel('Close it all the same') // asked before the evening of the day itself
  if (await early.isVisible()) await early.check()
  await dialog.getByRole('button', { name: 'Close the day' }).click()
  await expect(page.getByRole('heading', { name: /^Report of / })).toContainText(date.slice(0, 6))
  const told = (label: string) =>
    page
      .locator('#main dl div', { has: page.getByText(label, { exact: true }) })
      .locator('dd')
      .evaluate((figure) => figure.firstChild!.textContent!.trim())
  expect(await told('Rooms sold')).toBe(`${done.sold} / 4`)
  expect(await told('Occupancy')).toBe(`${done.sold * 25}%`)
  expect(await told('Arrivals')).toBe(done.arrivals ?? '0 of 0')
  expect(await told('Departures')).toBe(done.departures ?? '0 of 0')
  expect(await told('Room-nights')).toBe(rupees(done.sold * night))
  expect(await told('Rooms revenue')).toBe(rupees(done.sold * (night - taxOfNight)))
  expect(await told('Other charges')).toBe(rupees(done.extras ?? 0))
  expect(await told('Received')).toBe(rupees(done.received ?? 0))
  await expect(page.getByRole('heading', { name: 'No-shows' })).toHaveCount(done.noShows ? 1 : 0)
}

test('a week at the front desk, day by day, ends with the figures of what was done', async ({
  page,
  hotel,
  request,
  accessible,
}) => {
  test.setTimeout(90_000)
  const desk = await hotelOfFour(page, request, hotel)
  await page.goto('/')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.locator('#main h1')).toBeVisible()

  await test.step('Asha comes, and has dinner; the sweeper reports a room', async () => {
    await book(page, desk, 'Asha Week', '101', -5, -2)
    await checkIn(page, 'Asha Week')
    const charge = page.getByRole('form', { name: 'Charge' })
    await charge.getByLabel('Service, or what it is').fill('Dinner')
    await charge.getByLabel('Price', { exact: true }).fill('450')
    await charge.getByText('Tax, date, part of the room price').click()
    await charge.getByLabel('Date', { exact: true }).fill(day(-5))
    await charge.getByRole('button', { name: /^Charge ₹450/ }).click()
    await expect(page.getByRole('cell', { name: /^Dinner/ })).toBeVisible()
    await page.getByRole('link', { name: 'Housekeeping' }).click()
    const room = page.getByRole('listitem', { name: 'Room 103' })
    await room.getByRole('button', { name: 'Inspected' }).click()
    await expect(room.getByRole('button', { name: 'Inspected' })).toHaveAttribute('aria-pressed', 'true')
    await close(page, -5, { sold: 1, arrivals: '1 of 1', departures: '1 of 1', extras: 450 })
  })

  await test.step('Bela is moved to another room before she comes, and pays a part', async () => {
    await book(page, desk, 'Bela Week', '102', -4, 0)
    await page.goto(`/stay-view?from=${day(-6)}&days=14`)
    await expect(row(page, { roomNumber: '102' }).getByRole('gridcell', { name: /Bela Week/ })).toBeVisible()
    await dragTo(page, 'Bela Week', { roomNumber: '103' })
    const move = page.getByRole('dialog', { name: 'Move Bela Week' })
    await move.getByRole('checkbox', { name: /move it all the same/ }).check() // the desk chose the room
    await move.getByRole('button', { name: 'Confirm' }).click()
    const moved = row(page, { roomNumber: '103' }).getByRole('gridcell', { name: /Bela Week/ })
    await expect(moved).toBeVisible()
    await moved.click()
    await page.getByRole('link', { name: 'Open the booking' }).click()
    await checkIn(page, 'Bela Week')
    const pay = page.getByRole('form', { name: 'Take payment' })
    await pay.getByLabel('Amount').fill('2000')
    await pay.getByLabel('Method').selectOption('upi')
    await pay.getByRole('button', { name: 'Take payment' }).click()
    await expect(page.getByRole('row', { name: /Payment .* UPI/ })).toBeVisible()
    await close(page, -4, { sold: 2, arrivals: '1 of 1' })
  })

  await test.step('a quiet day', async () => close(page, -3, { sold: 2 }))

  await test.step('Asha leaves, and takes her invoice along', async () => {
    await page.getByRole('link', { name: 'Bookings' }).click()
    await page.getByRole('link', { name: 'Asha Week' }).click()
    await checkOut(page, 'Asha Week', 3 * night + 450)
    await close(page, -2, { sold: 1, departures: '1 of 1' })
  })

  await test.step('Charu never comes', async () => {
    await book(page, desk, 'Charu Week', '104', -1, 1)
    await close(page, -1, { sold: 1, arrivals: '0 of 0', noShows: 1 })
    await expect(page.locator('#main')).toContainText('Charu Week')
    await accessible()
  })

  await test.step('Bela leaves, somebody walks in, and today is closed with all the money', async () => {
    await page.getByRole('link', { name: 'Bookings' }).click()
    await page.getByRole('link', { name: 'Bela Week' }).click()
    await checkOut(page, 'Bela Week', 4 * night - 2000)
    await book(page, desk, 'Dev Week', '104', 0, 1)
    await checkIn(page, 'Dev Week')
    const received = 3 * night + 450 + 4 * night
    await close(page, 0, { sold: 1, arrivals: '1 of 1', departures: '1 of 1', received })
  })

  await test.step('the reports have the week', async () => {
    await page.getByRole('link', { name: 'Reports' }).click()
    await page.getByLabel('Period', { exact: true }).selectOption('7')
    const figures = page.getByRole('region', { name: 'Key figures' })
    await expect(figures).toContainText(rupees(7 * (night - taxOfNight)))
    await expect(figures).toContainText(rupees(450))
    const occupancy = page.getByRole('region', { name: 'Occupancy' })
    await occupancy.getByText('Show the table').click()
    const shares = occupancy.locator('tbody tr td:nth-child(2)')
    await expect(shares).toHaveText(['0 / 4', '4 / 4', '1 / 4', '2 / 4', '2 / 4', '1 / 4', '1 / 4'])
    const today = await desk.get<{ totalDebit: number; totalCredit: number }>('/api/accounts/{org}/trial-balance')
    expect(today.totalDebit).toBe(today.totalCredit)
  })
})
