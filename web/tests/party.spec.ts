import type { Page } from '@playwright/test'

import { expect, test, type Desk } from './hotel'
import { newCategory } from './rooms'

const day = (plus = 0) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + plus * 86_400_000)

/** party books three rooms of a category of their own, all clean, for tonight. */
async function party(owner: Desk, name: string): Promise<{ bookingId: string; rooms: string[] }> {
  const categoryId = await newCategory(owner, name)
  const rooms: { roomId: string; roomNumber: string; roomType: string; ratePerNight: number; adults: number }[] = []
  for (const roomNumber of ['1', '2', '3'].map((last) => `${name}-${last}`)) {
    const { _id } = await owner.post<{ _id: string }>('/api/rooms/{org}/create', { roomNumber, categoryId })
    rooms.push({ roomId: _id, roomNumber, roomType: name, ratePerNight: 4000, adults: 2 })
  }
  const { bookingId } = await owner.post<{ bookingId: string }>('/api/bookings/{org}/create', {
    guestName: `${name} Lead`,
    guestPhone: '+91 98450 12345',
    checkIn: day(),
    checkOut: day(2),
    rooms,
  })
  return { bookingId, rooms: rooms.map(({ roomNumber }) => roomNumber) }
}

interface Read {
  status: string
  rooms: { guestName: string; sharers: string; arrivalTime: string | null }[]
}

const room = (page: Page, number: string) => page.getByRole('group', { name: number, exact: true })

test('a party is checked in room by room, each with its own guest', async ({ page, enter, desk, accessible }) => {
  const owner = await desk()
  const { bookingId, rooms } = await party(owner, 'Milan')
  const [first, second, third] = rooms as [string, string, string]
  await enter('Meera', `/bookings/${bookingId}/check-in`)
  await expect(room(page, second).getByLabel('First guest in this room')).toBeVisible()
  await accessible()
  await page.getByLabel('ID number').fill('2345 6789 0123')
  await room(page, second).getByLabel('First guest in this room').fill('Ravi Sharer')
  await room(page, third).getByLabel(`${third} is here`).uncheck()
  await page.getByRole('button', { name: 'Check in', exact: true }).click()

  await expect(page.getByRole('heading', { name: 'Milan Lead' })).toBeVisible()
  const card = page.getByRole('region', { name: 'Rooms' })
  await expect(card.getByRole('listitem').filter({ hasText: second }).first()).toContainText('Ravi Sharer')
  await expect(card.getByRole('listitem').filter({ hasText: third }).first()).toContainText('Expected')
  await accessible()
  const read = await owner.get<Read>(`/api/bookings/{org}/${bookingId}`)
  expect(read.rooms.map(({ arrivalTime }) => arrivalTime !== null)).toEqual([true, true, false])

  // The stay view tells who is in which room, and which of them is expected.
  const stays = await owner.get<{ bars: { bookingId: string[]; status: string[]; guestName: string[] } }>(
    `/api/bookings/{org}/stays?from=${day()}&to=${day(2)}`,
  )
  const bars = stays.bars.bookingId.flatMap((id, i) =>
    id === bookingId ? [`${stays.bars.guestName[i]}: ${stays.bars.status[i]}`] : [],
  )
  expect(bars.sort()).toEqual(['Milan Lead: checked-in', 'Milan Lead: confirmed', 'Ravi Sharer: checked-in'])

  // The rest come later, from Today.
  await page.goto('/today?list=inPart')
  await page.getByRole('button', { name: 'Check in Milan Lead' }).click()
  const dialog = page.getByRole('dialog', { name: 'Check in' })
  await expect(room(page, third)).toBeVisible()
  await expect(room(page, first)).toHaveCount(0)
  await expect(dialog.getByLabel('ID number')).toHaveCount(0)
  await dialog.getByLabel('First guest in this room').fill('Mira Later')
  await dialog.getByRole('button', { name: 'Check in' }).click()
  await expect(dialog).toBeHidden()
  const after = await owner.get<Read>(`/api/bookings/{org}/${bookingId}`)
  expect(after.rooms.map(({ guestName }) => guestName)).toEqual(['Milan Lead', 'Ravi Sharer', 'Mira Later'])
  expect(after.rooms.every(({ arrivalTime }) => arrivalTime)).toBe(true)
})

test('who shares a room is named on the booking, and found by name', async ({ page, enter, desk, accessible }) => {
  const owner = await desk()
  const { bookingId, rooms } = await party(owner, 'Sharing')
  await enter('Meera', `/bookings/${bookingId}`)
  const card = page.getByRole('region', { name: 'Rooms' })
  await card.getByRole('button', { name: `Change ${rooms[0]}` }).click()
  await page.getByRole('menuitem', { name: 'Guests' }).click()
  const dialog = page.getByRole('dialog', { name: `Guests of ${rooms[0]}` })
  await expect(dialog.getByText('Guest of the booking')).toBeVisible()
  await dialog.getByLabel('Name', { exact: true }).fill('Tanuja Together')
  await dialog.getByRole('button', { name: 'Add guest' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Tanuja Together' })).toBeVisible()
  await dialog.getByLabel('Age of a child').fill('6')
  await dialog.getByRole('button', { name: 'Add guest' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: '6 years' })).toBeVisible()
  await accessible()
  await dialog.getByRole('button', { name: 'Remove Child' }).click()
  await expect(dialog.getByRole('listitem').filter({ hasText: '6 years' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(card).toContainText('Sharing Lead, Tanuja Together')
  await page.goto('/bookings?search=tanuja')
  await expect(page.getByRole('row').filter({ hasText: 'Sharing Lead' })).toBeVisible()
})
