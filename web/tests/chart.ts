import type { Locator, Page } from '@playwright/test'

import type { Desk } from './hotel'

export interface Room {
  _id: string
  roomNumber: string
  category: { _id: string; name: string }
}

export const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

/** written is a day as fields of dates show it. */
export const written = (day: string) =>
  new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    Date.parse(`${day}T00:00:00Z`),
  )

/** A fortnight of its own for each test, in which the demo hotel has no bookings. */
export class Fortnight {
  constructor(
    readonly desk: Desk,
    readonly first: number,
    readonly rooms: Room[],
  ) {}

  static async of(desk: Desk, first: number): Promise<Fortnight> {
    return new Fortnight(desk, first, await desk.get<Room[]>('/api/rooms/{org}/list?sort=number&limit=100'))
  }

  path(more = ''): string {
    return `/stay-view?from=${day(this.first)}&days=14${more}`
  }

  /** book has a guest stay in a room, or with its type alone in none yet, from one day of the fortnight to another. */
  async book(guestName: string, room: Room, from: number, to: number, assigned = true): Promise<string> {
    const place = assigned
      ? { roomId: room._id, roomNumber: room.roomNumber, roomType: room.category.name }
      : { categoryId: room.category._id }
    const { bookingId } = await this.desk.post<{ bookingId: string }>('/api/bookings/{org}/create', {
      guestName,
      guestPhone: '+91 98290 12345',
      checkIn: day(this.first + from),
      checkOut: day(this.first + to),
      rooms: [{ ...place, ratePerNight: 4000, adults: 2 }],
    })
    if (assigned) await this.desk.post(`/api/bookings/{org}/${bookingId}/lock`, { roomId: room._id, locked: false })
    return bookingId
  }

  async roomOf(bookingId: string): Promise<string> {
    const { rooms } = await this.desk.get<{ rooms: { roomNumber: string }[] }>(`/api/bookings/{org}/${bookingId}`)
    return rooms.map(({ roomNumber }) => roomNumber).join()
  }
}

export const bar = (page: Page, guest: string) => page.getByRole('gridcell', { name: guest }).first()

/** middle is where an element is, once it no longer moves and nothing lies over it. */
export async function middle(of: Locator): Promise<{ x: number; y: number; width: number }> {
  await of.hover({ trial: true })
  const box = (await of.boundingBox())!
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width }
}

export async function drag(page: Page, from: { x: number; y: number }, dx: number, dy: number): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + dx / 2, from.y + dy / 2, { steps: 4 })
  await page.mouse.move(from.x + dx, from.y + dy, { steps: 4 })
}

/** The row of a room's number, as the chart has it. */
export const row = (page: Page, room: Pick<Room, 'roomNumber'>) =>
  page.getByRole('row', { name: new RegExp(`^${room.roomNumber},`) })

/** dragTo drags a guest's bar to another room's row, and lets it go there. */
export async function dragTo(page: Page, guest: string, room: Pick<Room, 'roomNumber'>): Promise<void> {
  const from = await middle(bar(page, guest))
  const target = (await row(page, room).boundingBox())!
  await drag(page, from, 0, target.y + target.height / 2 - from.y)
  await page.mouse.up()
}
