// The stay view with 300 rooms, 60 days and 4,000 stays: what a frame of scrolling, a change of others and an arrow key
// cost. Times are the main thread's own, not the clock's, but for the keys, whose answer a person waits for.
import type { CDPSession, Page } from '@playwright/test'

import { expect, test } from '../tests/hotel'
import { figure, median } from './figures'

const budget = { frame: 8, change: 50, key: 100 } // milliseconds
const size = { rooms: 300, days: 60, stays: 4000, types: 6 }

const dayAfter = (day: string, days: number) => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
const pad = (n: number) => String(n).padStart(24, '0')

/** columns is a hotel as /stays tells it: every room's stays follow each other, with a free night here and there. */
function columns(from: string, change: number) {
  const rooms = Array.from({ length: size.rooms }, (_, i) => ({
    roomId: pad(i + 1),
    roomNumber: String(101 + (i % 50) + 100 * Math.floor(i / 50)),
    floor: String(1 + Math.floor(i / 50)),
    categoryId: pad(9000 + Math.floor((i * size.types) / size.rooms)),
    housekeeping: ['clean', 'dirty', 'inspected'][i % 3],
  }))
  const stays = Array.from({ length: size.stays }, (_, i) => {
    const room = i % size.rooms
    const turn = Math.floor(i / size.rooms)
    const begins = turn * 4 + (room % 3) + (i === 0 ? change % 2 : 0)
    const nights = 3 + ((room + turn) % 2) - (i === 0 ? 1 : 0)
    return { i, room, from: dayAfter(from, begins), to: dayAfter(from, begins + nights) }
  }).sort((a, b) => a.room - b.room || (a.from < b.from ? -1 : 1))
  const today = dayAfter(from, 1)
  const column = <T>(of: (stay: (typeof stays)[number]) => T) => stays.map(of)
  const bars = {
    bookingId: column(({ i }) => pad(100_000 + i)),
    code: column(({ i }) => `BK-${i + 1}`),
    room: column(({ room }) => room),
    categoryId: column(() => ''),
    from: column((stay) => stay.from),
    to: column((stay) => stay.to),
    status: column((stay) => (stay.to < today ? 'checked-out' : stay.from < today ? 'checked-in' : 'confirmed')),
    guestName: column(({ i }) => `Guest ${i} of ${i === 0 ? change : 'Udaipur'}`),
    company: column(() => ''),
    channel: column(() => ''),
    adults: column(() => 2),
    children: column(() => 0),
    balanceDue: column(({ i }) => (i % 3) * 1000),
    rooms: column(() => 1),
    version: column(({ i }) => (i === 0 ? change : 1)),
    locked: column(({ i }) => i % 2 === 0),
    dayUse: column(() => false),
    moved: column(() => false),
    sharers: column(() => ''),
    groupId: column(({ i }) => (i % 8 ? '' : pad(500_000 + (i % 64)))),
    group: column(({ i }) => (i % 8 ? '' : `Wedding ${i % 64}`)),
  }
  const nights = Array.from({ length: size.days }, (_, i) => dayAfter(from, i))
  const each = nights.map((_, i) => i % 7)
  const categories = Array.from({ length: size.types }, (_, i) => ({
    categoryId: pad(9000 + i),
    name: `Type ${i + 1}`,
    rooms: size.rooms / size.types,
    sold: each,
    outOfOrder: each,
    free: each,
  }))
  const days = nights.map((date) => ({ date, rooms: size.rooms, sold: 250, outOfOrder: 2, free: 48 }))
  return { revision: change, today, rooms, categories, days, bars, unassigned: [], blocks: [], holds: [] }
}

/** Meter reads the main thread's own time. */
class Meter {
  private constructor(readonly session: CDPSession) {}

  static async on(page: Page): Promise<Meter> {
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    return new Meter(session)
  }

  /** cost is what the main thread needs for something, in milliseconds. */
  async cost(of: () => Promise<unknown>): Promise<Cost> {
    const before = await this.#read()
    await of()
    const after = await this.#read()
    return after.map((value, i) => value - before[i]!) as unknown as Cost
  }

  async #read(): Promise<number[]> {
    const { metrics } = await this.session.send('Performance.getMetrics')
    const names = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration', 'TaskDuration']
    return names.map((wanted) => 1000 * (metrics.find(({ name }) => name === wanted)?.value ?? 0))
  }
}

/** Scripting, styles, layout, and all of it with painting. */
type Cost = readonly [script: number, style: number, layout: number, all: number]

const words = (cost: Cost, parts = 1) =>
  ['scripting', 'styles', 'layout', 'all'].map((name, i) => `${name} ${ms(cost[i]! / parts)}`).join(', ')

/** scroll moves the chart by so many pixels in each of so many frames, and back again at its end. */
function scroll(page: Page, pixels: { x: number; y: number }, frames: number): Promise<void> {
  return page.getByRole('grid').evaluate(
    (grid, { x, y, frames }) =>
      new Promise<void>((done) => {
        let [dx, dy] = [x, y]
        let left = frames
        const step = () => {
          const before = [grid.scrollLeft, grid.scrollTop]
          grid.scrollBy(dx, dy)
          if (dy !== 0 && grid.scrollTop === before[1]) dy = -dy
          if (dx !== 0 && grid.scrollLeft === before[0]) dx = -dx
          if (left-- > 0) requestAnimationFrame(step)
          else done()
        }
        requestAnimationFrame(step)
      }),
    { ...pixels, frames },
  )
}

const at = (values: number[], part: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!
const ms = (value: number) => `${value.toFixed(1)} ms`

test('the stay view of a big hotel', async ({ page, enter, desk }) => {
  let change = 1
  await page.route('**/api/bookings/*/stays?*', async (route) => {
    const from = new URL(route.request().url()).searchParams.get('from')!
    await route.fulfill({ json: { data: columns(from, change) } })
  })
  await enter('Meera', '/stay-view?days=60')
  await expect(page.getByRole('gridcell', { name: /^Guest 0 of 1/ })).toBeVisible()
  await expect(page.locator('[data-line=live]')).toBeVisible()
  await page.waitForTimeout(1000)
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  figure('elements of the stay view', nodes, 0, '')
  const meter = await Meter.on(page)

  const frames = 240
  for (const pixels of [
    { x: 0, y: 30 },
    { x: 0, y: 90 },
    { x: 30, y: 0 },
    { x: 15, y: 60 },
  ]) {
    await scroll(page, pixels, 60) // warm
    const cost = await meter.cost(() => scroll(page, pixels, frames))
    const name = `scripting of a frame, scrolling by ${pixels.x}, ${pixels.y} px`
    figure(name, cost[0] / frames, budget.frame, 'ms', words(cost, frames))
  }
  await page.getByRole('grid').evaluate((grid) => grid.scrollTo(0, 0))

  const owner = await desk()
  const today = new Date().toISOString().slice(0, 10)
  const [category] = await owner.get<{ _id: string }[]>('/api/room-categories/{org}/list?limit=1')
  const { bookingId } = await owner.post<{ bookingId: string }>('/api/bookings/{org}/create', {
    guestName: 'Somebody',
    guestPhone: '+91 98290 12345',
    checkIn: dayAfter(today, 300),
    checkOut: dayAfter(today, 301),
    rooms: [{ categoryId: category!._id, ratePerNight: 1, adults: 1 }],
  })
  const changes: Cost[] = []
  for (let i = 0; i < 10; i++) {
    await page.waitForTimeout(400)
    change++
    changes.push(
      await meter.cost(async () => {
        await owner.put(`/api/bookings/{org}/${bookingId}/stay`, { notes: `Change ${i}` })
        await page.locator(`[aria-label^="Guest 0 of ${change},"]`).waitFor()
      }),
    )
  }
  const usual = [0, 1, 2, 3].map((part) => median(changes.map((cost) => cost[part]!))) as unknown as Cost
  figure('a change of others', usual[3], budget.change, 'ms', `median of ${changes.length}: ${words(usual)}`)

  await meter.session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.locator('[data-cursor]').focus()
  await page.evaluate(() => {
    const heard: number[] = []
    Object.assign(window, { heard })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'keydown') heard.push(entry.duration)
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  const presses = 80
  const cost = await meter.cost(async () => {
    for (let i = 0; i < presses; i++) {
      await page.keyboard.press(i % 3 === 0 ? 'ArrowRight' : i > presses * 0.7 ? 'ArrowUp' : 'ArrowDown')
      await page.waitForTimeout(60)
    }
  })
  const heard = await page.evaluate(() => (window as unknown as { heard: number[] }).heard)
  const short = Math.max(0, presses - heard.length) // they aren't told
  const keys = [...Array.from({ length: short }, () => 16), ...heard]
  const detail = `slowest ${ms(Math.max(...keys))}; ${words(cost, presses)}`
  figure('an arrow key at a quarter of the speed, p75', at(keys, 0.75), budget.key, 'ms', detail)
})
