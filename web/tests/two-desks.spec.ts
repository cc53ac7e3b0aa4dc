import type { Browser, Page } from '@playwright/test'

import { bar, day, dragTo, Fortnight, row, type Room } from './chart'
import { expect, test, type Hotel } from './hotel'

// Who comes second is refused, and the browser logs it.
test.use({ refusals: true })

/** A browser of its own, at another desk. */
async function otherDesk(browser: Browser, hotel: Hotel): Promise<Page> {
  const context = await browser.newContext({ baseURL: hotel.url, locale: 'en-IN', serviceWorkers: 'block' })
  return context.newPage()
}

/** settled waits until one of two desks has done it and the other one was told why not; it returns them in this order. */
async function settled(desks: [Page, Page], done: (page: Page) => Promise<boolean>): Promise<[Page, Page]> {
  let won = -1
  await expect
    .poll(async () => {
      won = (await Promise.all(desks.map(done))).indexOf(true)
      return won
    })
    .not.toBe(-1)
  return won === 0 ? desks : [desks[1], desks[0]]
}

test('two drag their guests to one room at once: one has it, the other reads why not and keeps its own', async ({
  page,
  browser,
  hotel,
  desk,
  enter,
}) => {
  const days = await Fortnight.of(await desk(), 540)
  const [first, second, third] = days.rooms as [Room, Room, Room]
  const ids = [await days.book('Left Guest', first, 2, 5), await days.book('Right Guest', second, 3, 6)]
  const other = await otherDesk(browser, hotel)
  await enter('Meera', days.path())
  await enter('Arjun', days.path(), other)
  const guests = new Map([
    [page, 'Left Guest'],
    [other, 'Right Guest'],
  ])
  for (const [desk, guest] of guests) {
    await expect(bar(desk, guest)).toBeVisible()
    await expect(desk.locator('[data-line=live]')).toBeVisible()
    await dragTo(desk, guest, third)
    const dialog = desk.getByRole('dialog', { name: `Move ${guest}` })
    await expect(dialog.getByRole('row', { name: /^Total/ })).toContainText('₹12,000')
  }
  const confirm = (desk: Page) => desk.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await Promise.all([confirm(page), confirm(other)])

  const [winner, loser] = await settled([page, other], async (desk) => !(await desk.getByRole('dialog').count()))
  const [winning, losing] = [guests.get(winner)!, guests.get(loser)!]
  const dialog = loser.getByRole('dialog', { name: `Move ${losing}` })
  await expect(dialog.getByRole('alert')).toContainText(third.roomNumber)
  // Behind the question, the loser's chart has the winner in the room, and its own guest where it was.
  const winners = row(loser, third).getByRole('gridcell', { name: winning, includeHidden: true })
  await expect(winners).toBeAttached({ timeout: 1000 })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const own = winner === page ? second : first
  await expect(row(loser, own).getByRole('gridcell', { name: losing })).toBeVisible()
  const rooms = [await days.roomOf(ids[0]!), await days.roomOf(ids[1]!)]
  const expected = winner === page ? [third, second] : [first, third]
  expect(rooms).toEqual(expected.map(({ roomNumber }) => roomNumber))
  await other.context().close()
})

test('two book one room at once: the other reads why not, and books another room without typing anything anew', async ({
  page,
  browser,
  hotel,
  desk,
  enter,
  accessible,
}) => {
  const days = await Fortnight.of(await desk(), 560)
  const [wanted, spare] = days.rooms as [Room, Room]
  const other = await otherDesk(browser, hotel)
  const path = `/bookings/new?from=${day(562)}&to=${day(564)}&roomId=${wanted._id}`
  const guests = new Map([
    [page, 'Early Guest'],
    [other, 'Eager Guest'],
  ])
  await enter('Meera', path)
  await enter('Arjun', path, other)
  for (const [desk, guest] of guests) {
    await expect(desk.getByLabel('Room', { exact: true })).toHaveValue(wanted._id)
    await desk.getByLabel('Name', { exact: true }).fill(guest)
    await desk.getByLabel('Phone').fill('+91 98450 50505')
    await desk.getByLabel('Special requests').fill('A quiet room')
    await desk.getByLabel('Advance now').fill('250')
  }
  const book = (desk: Page) => desk.getByRole('button', { name: 'Book', exact: true }).click()
  await Promise.all([book(page), book(other)])

  const booked = (desk: Page) => desk.getByRole('heading', { name: guests.get(desk)!, exact: true }).isVisible()
  const [winner, loser] = await settled([page, other], booked)
  await expect(loser.getByRole('alert')).toContainText(wanted.roomNumber)
  await expect(loser.getByLabel('Name', { exact: true })).toHaveValue(guests.get(loser)!)
  await expect(loser.getByLabel('Special requests')).toHaveValue('A quiet room')
  await expect(loser.getByLabel('Advance now')).toHaveValue('250')
  await accessible(loser)
  await loser.getByLabel('Room', { exact: true }).selectOption(spare._id)
  await book(loser)
  await expect(loser.getByRole('heading', { name: guests.get(loser)!, exact: true })).toBeVisible()
  await expect(winner.getByRole('heading', { name: guests.get(winner)!, exact: true })).toBeVisible()
  await other.context().close()
})
