import type { Locator, Page } from '@playwright/test'

import { day, Fortnight } from './chart'
import { expect, test } from './hotel'
import { soldRooms } from './rooms'

/** Steps counts what a person does: presses, and fields that are filled. */
class Steps {
  count = 0

  constructor(readonly page: Page) {}

  async press(what: Locator): Promise<void> {
    this.count++
    await what.click()
  }

  async fill(what: Locator, text: string): Promise<void> {
    this.count++
    await what.fill(text)
  }
}

/** Keys does the same without a mouse: Tab to the place, then Enter or the text. */
class Keys extends Steps {
  override async press(what: Locator): Promise<void> {
    this.count++
    await this.#tabTo(what)
    await this.page.keyboard.press('Enter')
  }

  override async fill(what: Locator, text: string): Promise<void> {
    this.count++
    await this.#tabTo(what)
    await this.page.keyboard.press('Control+A')
    await this.page.keyboard.type(text)
  }

  async #tabTo(what: Locator): Promise<void> {
    await expect(what).toBeVisible()
    for (let presses = 0; presses < 150; presses++) {
      if (await what.evaluate((element) => element === document.activeElement)) return
      await this.page.keyboard.press('Tab')
    }
    throw new Error(`Tab doesn't reach ${String(what)}`)
  }
}

const more = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^One room more: ${name}, Best`) })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

for (const [way, Way] of [
  ['with the mouse', Steps],
  ['by the keyboard alone', Keys],
] as const) {
  const tag = Way === Steps ? 'M' : 'K'

  test(`a walk-in has the key in hand after at most nine actions, ${way}`, async ({
    page,
    enter,
    desk,
    accessible,
  }) => {
    const owner = await desk()
    await soldRooms(owner, `Walk${tag}`, 2)
    await enter('Meera')
    const steps = new Way(page)
    await steps.press(page.getByRole('button', { name: 'New booking' }))
    await steps.press(more(page, `Walk${tag}`))
    await steps.fill(field(page, 'Name'), `Walker ${tag}`)
    await steps.fill(field(page, 'Phone'), '+91 98450 12345')
    await accessible()
    await steps.press(page.getByRole('button', { name: 'Book and check in' }))
    await expect(page.getByRole('heading', { name: 'Check in' })).toBeVisible()
    // The first room of the category that is ready is chosen already.
    await expect(page.getByText('Ready', { exact: true })).toBeVisible()
    await steps.fill(field(page, 'ID number'), '2345 6789 0123')
    await steps.fill(field(page, 'Amount'), '3000')
    await accessible()
    await steps.press(page.getByRole('button', { name: 'Check in', exact: true }))
    await expect(page.getByRole('heading', { name: `Walker ${tag}` })).toBeVisible()
    await expect(page.getByText('In house').first()).toBeVisible()
    expect(steps.count).toBeLessThanOrEqual(9)
  })

  test(`a party of ten rooms is booked in at most fifteen actions, ${way}`, async ({ page, enter, desk }) => {
    const owner = await desk()
    await soldRooms(owner, `Party${tag}`, 10)
    await enter('Meera')
    const steps = new Way(page)
    await steps.press(page.getByRole('button', { name: 'New booking' }))
    await steps.fill(page.getByRole('combobox', { name: 'Check-out' }), '+3')
    await page.keyboard.press('Tab')
    const offer = page.getByRole('group', { name: `Party${tag}, Best available rate` })
    await steps.fill(offer.getByRole('spinbutton'), '10')
    await page.keyboard.press('Tab')
    await expect(page.getByText(`10 × Party${tag}`)).toBeVisible()
    await steps.fill(field(page, 'Name'), `Party ${tag}`)
    await steps.fill(field(page, 'Phone'), '+91 98450 12345')
    await steps.fill(field(page, 'Agent or OTA'), 'Rajputana Tours')
    await steps.fill(field(page, 'Its reference'), `RT-${tag}-17`)
    await steps.fill(field(page, 'Advance now'), '5000')
    await steps.press(page.getByRole('button', { name: 'Book', exact: true }))
    await expect(page.getByRole('heading', { name: `Party ${tag}` })).toBeVisible()
    expect(steps.count).toBeLessThanOrEqual(15)
    const [listed] = await owner.get<{ bookingId: string }[]>(`/api/bookings/{org}/list?search=Party%20${tag}`)
    const made = await owner.get<{ rooms: unknown[]; channel: string; externalReference: string }>(
      `/api/bookings/{org}/${listed!.bookingId}`,
    )
    expect(made.rooms).toHaveLength(10)
    expect([made.channel, made.externalReference]).toEqual(['Rajputana Tours', `RT-${tag}-17`])
  })
}

test('a price that was agreed has its reason, and its tax at once', async ({ page, enter, desk, accessible }) => {
  const owner = await desk()
  await soldRooms(owner, 'Offered', 3)
  await enter('Meera', `/bookings/new?from=${day(60)}&to=${day(62)}`)
  const count = page.getByRole('spinbutton', { name: /^Rooms: Offered, Best/ })
  await count.fill('2')
  await count.press('Tab')
  const summary = page.getByRole('complementary', { name: 'Booking summary' })
  await expect(summary.getByText('2 × Offered')).toBeVisible()
  // One of the two is cheaper, on its second night.
  await summary.getByRole('button', { name: 'For one of them only' }).click()
  await summary.getByRole('button', { name: 'Prices by night' }).click()
  const nights = summary.getByRole('spinbutton', { name: /^\w{3},? \d/ })
  await expect(nights).toHaveCount(2)
  await nights.nth(1).fill('2500')
  await summary.getByLabel('Reason').fill('Returning guest')
  await accessible()
  await expect(summary.locator('footer')).toContainText('₹11,500')
  await expect(summary.locator('footer')).toContainText(/₹547\.6\d tax in it/)
  await field(page, 'Name').fill('Agreed Guest')
  await field(page, 'Phone').fill('+91 98450 12345')
  await field(page, 'Arrives at').fill('21:30')
  await field(page, 'Advance now').fill('500')
  await field(page, 'Method').selectOption('upi')
  await field(page, 'Reference').fill('UPI 4711')
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Agreed Guest' })).toBeVisible()
  const [listed] = await owner.get<{ bookingId: string }[]>('/api/bookings/{org}/list?search=Agreed%20Guest')
  interface Made {
    nights: { amount: number; note: string; plan: string }[]
    expectedArrivalTime: string
  }
  const made = await owner.get<Made>(`/api/bookings/{org}/${listed!.bookingId}`)
  expect(made.nights.map(({ amount }) => amount).sort()).toEqual([2500, 3000, 3000, 3000])
  expect(made.nights.find(({ amount }) => amount === 2500)).toMatchObject({ note: 'Returning guest', plan: 'BAR' })
  expect(made.expectedArrivalTime).toBe('21:30')
  const [paid] = await owner.get<{ reference: string }[]>(`/api/payments/{org}/list?bookingId=${listed!.bookingId}`)
  expect(paid!.reference).toBe('UPI 4711')
})

test('a category without a room for all nights says so, and sells two rooms, or the one that another party leaves', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  const rooms = await soldRooms(owner, 'Gap', 2)
  const days = new Fortnight(owner, 70, rooms)
  const early = await days.book('Early Bird', rooms[0]!, 2, 3)
  await days.book('Late Riser', rooms[1]!, 3, 4)
  const path = `/bookings/new?from=${day(72)}&to=${day(74)}`
  await enter('Meera', path)
  await expect(page.getByText('Gap: each night has a free room')).toBeVisible()
  await accessible()
  await page.getByRole('button', { name: /^Room Gap2, from .* on room Gap1$/ }).click()
  await expect(page.getByText(/^Room Gap2, from .* on room Gap1$/).last()).toBeVisible()
  await field(page, 'Name').fill('Split Stayer')
  await field(page, 'Phone').fill('+91 98450 12345')
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Split Stayer' })).toBeVisible()
  const [made] = await owner.get<{ bookingId: string }[]>('/api/bookings/{org}/list?search=Split%20Stayer')
  expect(await days.roomOf(made!.bookingId)).toBe('Gap2,Gap1')
  await owner.put(`/api/bookings/{org}/${made!.bookingId}/cancel`, { reason: 'Trip called off' })

  // The other way: who hasn't come is moved to the room next door, and that can be taken back.
  await page.goto(path)
  await page.getByRole('button', { name: 'Move Early Bird from room Gap1 to Gap2' }).click()
  await expect(page.locator('.toasts')).toContainText('Early Bird has room Gap2 now.')
  await expect(page.getByText('Gap: each night has a free room')).toBeHidden()
  await expect(field(page, 'Room').last()).toHaveValue(rooms[0]!._id)
  expect(await days.roomOf(early)).toBe('Gap2')
  await page.locator('.toasts').getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => days.roomOf(early)).toBe('Gap1')
})

test.describe('on a phone', () => {
  test.use({ refusals: true }) // a form without a phone number

  test('the summary is a row at the foot, and opens', async ({ page, enter, accessible }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await enter('Meera', '/bookings/new')
    const summary = page.getByRole('complementary', { name: 'Booking summary' })
    await page
      .getByRole('button', { name: /^One room more: / })
      .first()
      .click()
    await expect(summary.locator('footer')).toContainText('1 room')
    await expect(field(page, 'Name')).toBeHidden()
    await expect(summary).toBeInViewport()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    await accessible()
    await summary.getByRole('button', { name: 'Guest and payment' }).click()
    await expect(field(page, 'Name')).toBeFocused()
    await field(page, 'Name').fill('Phone Guest')
    await accessible()
    await summary.getByRole('button', { name: 'Book', exact: true }).click()
    await expect(field(page, 'Phone')).toBeFocused() // the fault is shown where it is
    await field(page, 'Phone').fill('+91 98450 12345')
    await summary.getByRole('button', { name: 'Book', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Phone Guest' })).toBeVisible()
  })
})
