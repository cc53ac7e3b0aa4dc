import type { Locator, Page } from '@playwright/test'

import { bar, day, drag, dragTo, Fortnight, middle, row, written, type Room } from './chart'
import { expect, test } from './hotel'

/** The dialog that changes the dates of a booking that is open. */
async function changeStay(page: Page, checkOut: string): Promise<Locator> {
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Change stay' })
  await dialog.getByRole('combobox', { name: 'Check-out' }).fill(written(checkOut))
  await page.keyboard.press('Tab')
  return dialog
}

const ways = (dialog: Locator) => dialog.getByRole('group', { name: 'What would solve it' }).getByRole('button')

test('a longer stay is offered two rooms where somebody else has its own, and is taken back', async ({
  page,
  desk,
  enter,
  accessible,
}) => {
  const days = await Fortnight.of(await desk(), 600)
  const [first] = days.rooms as [Room]
  const long = await days.book('Long Stayer', first, 2, 4)
  await days.book('Next Guest', first, 5, 8)
  await enter('Meera', `/bookings/${long}`)
  const dialog = await changeStay(page, day(607))
  await expect(dialog.getByRole('alert')).toContainText(`Next Guest has room ${first.roomNumber} from`)
  await expect(ways(dialog)).toHaveCount(3)
  await expect(ways(dialog).nth(1)).toContainText('+₹12,000')
  await accessible()
  await ways(dialog).nth(1).click()
  await expect(dialog).toBeHidden()
  const roomsOf = async () => (await days.roomOf(long)).split(',')
  expect(await roomsOf()).toHaveLength(2)
  expect((await roomsOf())[0]).toBe(first.roomNumber)
  await page.locator('.toasts').getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.toasts')).toContainText('Taken back.')
  expect(await roomsOf()).toEqual([first.roomNumber])
  expect(await days.desk.get(`/api/bookings/{org}/${long}`)).toMatchObject({ checkOut: day(604), totalAmount: 8000 })
})

test('the other party gives way, or this one has another room for all nights; each is taken back', async ({
  page,
  desk,
  enter,
}) => {
  const days = await Fortnight.of(await desk(), 620)
  const [first] = days.rooms as [Room]
  const long = await days.book('Way Taker', first, 2, 4)
  const other = await days.book('Way Giver', first, 4, 6)
  await enter('Meera', `/bookings/${long}`)
  const undo = () => page.locator('.toasts').getByRole('button', { name: 'Undo' }).last().click()
  let dialog = await changeStay(page, day(626))
  await ways(dialog)
    .filter({ hasText: `Move Way Giver from room ${first.roomNumber}` })
    .click()
  await expect(dialog).toBeHidden()
  expect(await days.roomOf(long)).toBe(first.roomNumber)
  expect(await days.roomOf(other)).not.toBe(first.roomNumber)
  await undo()
  await expect.poll(() => days.roomOf(other)).toBe(first.roomNumber)
  await expect(page.getByText('Taken back.').first()).toBeVisible()

  dialog = await changeStay(page, day(626))
  await ways(dialog)
    .filter({ hasText: /all nights/ })
    .click()
  await expect(dialog).toBeHidden()
  expect(await days.roomOf(long)).not.toBe(first.roomNumber)
  await undo()
  await expect.poll(() => days.roomOf(long)).toBe(first.roomNumber)
  expect(await days.desk.get(`/api/bookings/{org}/${long}`)).toMatchObject({ checkOut: day(624), totalAmount: 8000 })
})

test('who is moved into a room that another has is told by whom, and what would do: by the keyboard alone', async ({
  page,
  desk,
  enter,
  accessible,
}) => {
  const days = await Fortnight.of(await desk(), 640)
  const [first, second] = days.rooms as [Room, Room]
  const mover = await days.book('Mover', first, 2, 6)
  await days.book('Holder', second, 4, 7)
  await enter('Meera', `/bookings/${mover}`)
  await page.getByRole('button', { name: `Change ${first.roomNumber}` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Move to another room' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Move from room/ })
  const list = dialog.getByLabel('To room')
  await expect(
    list.getByRole('option', { name: new RegExp(`^${second.roomNumber} .* Booked for Holder`) }),
  ).toBeAttached()
  await list.selectOption(second._id)
  await expect(dialog.getByRole('alert')).toContainText(`Holder has room ${second.roomNumber}`)
  await accessible()
  const split = ways(dialog).filter({ hasText: `Room ${second.roomNumber}, from` })
  await expect(split).toContainText('same price')
  for (let presses = 0; presses < 20; presses++) {
    if (await split.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  expect((await days.roomOf(mover)).split(',')[0]).toBe(second.roomNumber)
  await page.locator('.toasts').getByRole('button', { name: 'Undo' }).press('Enter')
  await expect.poll(() => days.roomOf(mover)).toBe(first.roomNumber)
})

test('in the chart, a stay put down where somebody is asks what would solve it', async ({
  page,
  desk,
  enter,
  accessible,
}) => {
  const days = await Fortnight.of(await desk(), 660)
  const [first, second] = days.rooms as [Room, Room]
  const held = await days.book('Chart Guest', first, 2, 4)
  const other = await days.book('Chart Other', second, 3, 5)
  await enter('Meera', days.path())
  await dragTo(page, 'Chart Guest', second)
  const dialog = page.getByRole('dialog', { name: /Chart Guest/ })
  await expect(dialog.getByRole('alert')).toContainText(`Chart Other has room ${second.roomNumber}`)
  await accessible()
  await ways(dialog)
    .filter({ hasText: `Move Chart Other from room ${second.roomNumber}` })
    .click()
  await expect(dialog).toBeHidden()
  await expect(row(page, second).getByRole('gridcell', { name: /Chart Guest/ })).toBeVisible()
  expect(await days.roomOf(other)).not.toBe(second.roomNumber)
  await page.locator('.toasts').getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, first).getByRole('gridcell', { name: /Chart Guest/ })).toBeVisible()
  await expect(row(page, second).getByRole('gridcell', { name: /Chart Other/ })).toBeVisible()
  expect(await days.roomOf(held)).toBe(first.roomNumber)

  // Its end is drawn over another guest's nights.
  const long = await days.book('Chart Longer', first, 6, 8)
  await days.book('Chart After', first, 9, 11)
  await page.reload()
  const place = await middle(bar(page, 'Chart Longer'))
  await drag(page, { x: place.x + place.width / 2 - 2, y: place.y }, place.width, 0)
  await page.mouse.up()
  await expect(dialog.or(page.getByRole('dialog'))).toContainText(`Chart After has room ${first.roomNumber}`)
  await ways(page.getByRole('dialog')).first().click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect.poll(() => days.roomOf(long)).not.toBe(first.roomNumber)
})
