import type { Page } from '@playwright/test'

import { bar, day, drag, Fortnight, middle, row, type Room, written } from './chart'
import { expect, signOut, test } from './hotel'

/** downTo moves the cursor down to a room: other journeys' rooms may stand above it. */
async function downTo(page: Page, room: Room): Promise<void> {
  const mine = row(page, room).locator(':focus')
  for (let i = 0; i < 60 && !(await mine.count()); i++) await page.keyboard.press('ArrowDown')
}

test('a drag moves a stay to another room once it is confirmed, and undo takes it back', async ({
  page,
  desk,
  enter,
  accessible,
}) => {
  const days = await Fortnight.of(await desk(), 300)
  const [first, second] = days.rooms as [Room, Room]
  const booking = await days.book('Dragged Guest', first, 3, 6)
  await enter('Meera', days.path())
  await expect(bar(page, 'Dragged Guest')).toBeVisible()
  await accessible()
  const from = await middle(bar(page, 'Dragged Guest'))
  const target = (await row(page, second).boundingBox())!
  await drag(page, from, 0, target.y + target.height / 2 - from.y)
  await expect(page.locator('.ghost.good')).toContainText(second.roomNumber)
  await page.mouse.up()
  const dialog = page.getByRole('dialog', { name: 'Move Dragged Guest' })
  await expect(dialog.getByRole('row', { name: /^Room/ })).toContainText(second.roomNumber)
  await expect(dialog.getByText('Keep the prices as agreed')).toContainText('Keep')
  await expect(dialog.getByRole('row', { name: /^Total/ })).toContainText('₹12,000')
  await accessible()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(row(page, second).getByRole('gridcell', { name: /Dragged Guest/ })).toBeVisible()
  expect(await days.roomOf(booking)).toBe(second.roomNumber)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, first).getByRole('gridcell', { name: /Dragged Guest/ })).toBeVisible()
  expect(await days.roomOf(booking)).toBe(first.roomNumber)
})

test('the keyboard alone moves, extends, opens and creates', async ({ page, desk, enter, accessible }) => {
  const days = await Fortnight.of(await desk(), 320)
  const [first, second] = days.rooms as [Room, Room]
  const booking = await days.book('Typed Guest', first, 2, 4)
  await enter('Meera', days.path('&text=typed'))
  await expect(bar(page, 'Typed Guest')).toBeVisible()
  await page.goto(days.path())
  await expect(bar(page, 'Typed Guest')).toBeVisible()
  const grid = page.getByRole('grid')
  await grid.locator('[data-cursor]').focus()
  await downTo(page, first)
  for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight')
  await expect(bar(page, 'Typed Guest')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Typed Guest' })).toContainText('2 nights')
  await accessible()
  await page.keyboard.press('Escape')
  await expect(bar(page, 'Typed Guest')).toBeFocused()

  await page.keyboard.press('m')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('.ghost.good')).toContainText(second.roomNumber)
  await page.keyboard.press('Escape')
  await expect(page.locator('.ghost')).toHaveCount(0)
  await page.keyboard.press('m')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const move = page.getByRole('dialog', { name: 'Move Typed Guest' })
  await expect(move.getByRole('radio').first()).toBeFocused()
  await expect(move.getByRole('row', { name: /^Total/ }).getByRole('cell')).toHaveText(['₹8,000', '₹8,000'])
  await page.keyboard.press('Enter')
  await expect(row(page, second).getByRole('gridcell', { name: /Typed Guest/ })).toBeFocused()
  expect(await days.roomOf(booking)).toBe(second.roomNumber)

  await page.keyboard.press('e')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const stay = page.getByRole('dialog', { name: 'Change the stay of Typed Guest' })
  await expect(stay.getByRole('row', { name: /^Total/ })).toContainText('₹12,000 (+₹4,000)')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Typed Guest stays from/)).toBeVisible()

  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/bookings/new\\?from=${day(322)}&to=${day(324)}&roomId=${first._id}`))
})

test('an edge extends a stay, and of a room that somebody has the question says who', async ({ page, desk, enter }) => {
  const days = await Fortnight.of(await desk(), 340)
  const [first, second] = days.rooms as [Room, Room]
  await days.book('Longer Guest', first, 2, 4)
  await days.book('Other Guest', second, 3, 5)
  await enter('Meera', days.path())
  const from = await middle(bar(page, 'Longer Guest'))
  await drag(page, { x: from.x + from.width / 2 - 2, y: from.y }, from.width / 2, 0)
  await page.mouse.up()
  const dialog = page.getByRole('dialog', { name: 'Change the stay of Longer Guest' })
  await expect(dialog.getByRole('row', { name: /^Total/ })).toContainText('₹12,000 (+₹4,000)')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(/^Longer Guest stays from/)).toBeVisible()

  const target = (await row(page, second).boundingBox())!
  await drag(page, from, 0, target.y + target.height / 2 - from.y)
  await expect(page.locator('.ghost.bad')).toContainText(`Other Guest has room ${second.roomNumber}`)
  await page.mouse.up()
  const taken = page.getByRole('dialog')
  await expect(taken.getByRole('alert')).toContainText(`Other Guest has room ${second.roomNumber}`)
  await expect(taken.getByRole('button', { name: /^Confirm/ })).toHaveAttribute('aria-disabled', 'true')
  await taken.getByRole('button', { name: 'Cancel' }).click()
  await expect(row(page, first).getByRole('gridcell', { name: /Longer Guest/ })).toBeVisible()
})

test('a stay that has only a type is given a room, and a lesser one with a word', async ({
  page,
  desk,
  enter,
  accessible,
}) => {
  const days = await Fortnight.of(await desk(), 360)
  const first = days.rooms[0]!
  const better = days.rooms.find(({ category }) => category._id !== first.category._id)!
  const booking = await days.book('Waiting Guest', better, 2, 4, false)
  await page.setViewportSize({ width: 1280, height: 4000 }) // rows that nobody sees aren't there, and other tests add rooms
  await enter('Meera', days.path())
  const lane = page.getByRole('row', { name: `${better.category.name}: Not assigned` })
  await expect(lane.getByRole('gridcell', { name: /Waiting Guest/ })).toBeVisible()
  await accessible()
  await bar(page, 'Waiting Guest').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Give a room' }).click()
  for (const _ of days.rooms) {
    await page.keyboard.press('ArrowUp')
    if (await page.locator('.ghost', { hasText: `Room ${first.roomNumber},` }).count()) break
  }
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Give Waiting Guest a room' })
  await expect(dialog).toContainText(/is less than|is another type|is more than/)
  await expect(dialog.getByRole('button', { name: 'Confirm' })).not.toHaveAttribute('aria-disabled')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(row(page, first).getByRole('gridcell', { name: /Waiting Guest/ })).toBeVisible()
  expect(await days.roomOf(booking)).toBe(first.roomNumber)
})

test('what one browser moves, another sees within a second, without losing what it holds', async ({
  browser,
  page,
  desk,
  enter,
  hotel,
}) => {
  const days = await Fortnight.of(await desk(), 380)
  const [first, second, third] = days.rooms as [Room, Room, Room]
  const booking = await days.book('Moving Guest', first, 2, 4)
  await days.book('Held Guest', third, 6, 8)
  await enter('Meera', days.path())
  const context = await browser.newContext({ baseURL: hotel.url })
  const other = await context.newPage()
  await enter('Arjun', days.path(), other)
  await expect(bar(other, 'Moving Guest')).toBeVisible()
  await expect(other.locator('[data-line=live]')).toBeVisible()
  const held = await middle(bar(other, 'Held Guest'))
  await drag(other, held, held.width, 0)
  const ghost = await other.locator('.ghost').boundingBox()

  const arjun = await desk('Arjun')
  await arjun.post(`/api/bookings/{org}/${booking}/move-room`, { fromRoomId: first._id, toRoomId: second._id })
  await expect(row(other, second).getByRole('gridcell', { name: /Moving Guest/ })).toBeVisible({ timeout: 1000 })
  await expect(row(page, second).getByRole('gridcell', { name: /Moving Guest/ })).toBeVisible({ timeout: 1000 })
  expect(await other.locator('.ghost').boundingBox()).toEqual(ghost)
  await other.keyboard.press('Escape')
  await expect(other.locator('.ghost')).toHaveCount(0)
  await other.mouse.up()
  await context.close()
})

test('a locked party moves only if it is said so, and who may not change bookings only looks', async ({
  page,
  desk,
  enter,
}) => {
  const owner = await desk()
  const days = await Fortnight.of(owner, 400)
  const [first, second] = days.rooms as [Room, Room]
  const booking = await days.book('Locked Guest', first, 2, 4)
  await owner.post(`/api/bookings/{org}/${booking}/lock`, { roomId: first._id })
  await enter('Meera', days.path())
  const from = await middle(bar(page, 'Locked Guest'))
  const target = (await row(page, second).boundingBox())!
  await drag(page, from, 0, target.y + target.height / 2 - from.y)
  await page.mouse.up()
  const dialog = page.getByRole('dialog', { name: 'Move Locked Guest' })
  await expect(dialog.getByRole('button', { name: /Confirm/ })).toHaveAttribute('title', /locked to its room/)
  await dialog.getByRole('checkbox', { name: /move it all the same/ }).check()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(row(page, second).getByRole('gridcell', { name: /Locked Guest/ })).toBeVisible()
  await signOut(page)
  await enter('Suresh', days.path())
  await bar(page, 'Locked Guest').click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Open the booking' })).toBeVisible()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Move' })).toHaveCount(0)
})

test('from right to left a drag goes where it points', async ({ page, desk, enter, accessible }) => {
  const days = await Fortnight.of(await desk(), 420)
  const first = days.rooms[0]!
  await days.book('Mirrored Guest', first, 2, 4)
  await enter('Meera', days.path())
  await expect(page.getByRole('grid')).toBeVisible()
  await page.goto(days.path('&language=ar-XB'))
  await expect(bar(page, 'Mirrored Guest')).toBeVisible()
  await accessible()
  const before = await middle(bar(page, 'Mirrored Guest'))
  await drag(page, before, -before.width, 0)
  const ghost = (await page.locator('.ghost').boundingBox())!
  expect(Math.abs(ghost.x + ghost.width / 2 - (before.x - before.width))).toBeLessThan(6)
  await page.mouse.up()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true })

  test('a tap opens, and a finger scrolls', async ({ page, desk, enter, accessible }) => {
    const days = await Fortnight.of(await desk(), 440)
    await days.book('Tapped Guest', days.rooms[0]!, 1, 4)
    await enter('Meera', days.path().replace('days=14', 'days=7'))
    await expect(bar(page, 'Tapped Guest')).toBeVisible()
    await accessible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(await bar(page, 'Tapped Guest').evaluate((element) => getComputedStyle(element).touchAction)).toBe('auto')
    await bar(page, 'Tapped Guest').tap()
    await expect(page.getByRole('dialog', { name: 'Tapped Guest' })).toBeVisible()
    await accessible()
  })
})

test('prints a fortnight as a table', async ({ page, desk, enter }) => {
  const days = await Fortnight.of(await desk(), 460)
  await days.book('Printed Guest', days.rooms[0]!, 1, 4)
  await enter('Meera', days.path())
  await expect(bar(page, 'Printed Guest')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.sheet')).toContainText('Printed Guest')
  await expect(page.getByRole('grid')).toBeHidden()
})

test('the view is as the person left it, but for the days and what was sought', async ({ page, enter }) => {
  await enter('Arjun', '/stay-view')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await page.getByRole('combobox', { name: 'Shown' }).selectOption('30')
  await page.getByRole('button', { name: 'Later' }).click()
  await page.getByRole('combobox', { name: 'State' }).selectOption('reserved')
  await menu.getByRole('link', { name: 'Today' }).click()
  await menu.getByRole('link', { name: 'Stay view' }).click()
  await expect(page).toHaveURL(/\/stay-view\?days=30&state=reserved$/)
  await page.getByRole('button', { name: 'Show all' }).first().click()
  await page.getByRole('combobox', { name: 'Shown' }).selectOption('14')
})

test.describe('with refusals', () => {
  test.use({ refusals: true })

  test('empty nights are taken out of order, changed and given back, by keys and by mouse', async ({
    page,
    desk,
    enter,
    accessible,
  }) => {
    const days = await Fortnight.of(await desk(), 480)
    const [first, second] = days.rooms as [Room, Room]
    await days.book('Neighbour Guest', first, 5, 7)
    await enter('Arjun', days.path())
    await expect(bar(page, 'Neighbour Guest')).toBeVisible()
    await page.getByRole('grid').locator('[data-cursor]').focus()
    await downTo(page, first)
    for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.press('o')
    const fresh = page.getByRole('dialog', { name: 'Take a room out of order' })
    await expect(fresh.getByLabel('First night')).toHaveValue(written(day(482)))
    await expect(fresh.getByLabel('Back on')).toHaveValue(written(day(484)))
    await accessible()
    await fresh.getByLabel('Back on').fill(day(487))
    await page.keyboard.press('Enter')
    await expect(fresh.getByRole('alert')).toContainText(`Room ${first.roomNumber} is taken on`)
    await fresh.getByLabel('Back on').fill(day(485))
    await fresh.getByLabel('Reason').fill('New tiles')
    await page.keyboard.press('Enter')
    const block = row(page, first).getByRole('gridcell', { name: /Out of order.*New tiles/ })
    await expect(block).toBeVisible()

    await block.click()
    const old = page.getByRole('dialog', { name: `Room ${first.roomNumber} is out of order` })
    await accessible()
    await old.getByLabel('Back on').fill(day(483))
    await old.getByRole('button', { name: 'Save' }).click()
    await expect(old).toBeHidden()
    const blocks = () => days.desk.get<{ from: string; to: string }[]>(`/api/rooms/{org}/${first._id}/blocks`)
    expect((await blocks())[0]).toMatchObject({ from: day(482), to: day(483) })
    await block.click()
    await old.getByRole('button', { name: 'Remove the block' }).click()
    await expect(block).toHaveCount(0)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await expect(block).toBeVisible()

    const target = await middle(row(page, second))
    await page.mouse.click(target.x, target.y, { button: 'right' })
    await expect(fresh.getByLabel('Room')).toHaveValue(second._id)
    await page.keyboard.press('Escape')
    await expect(fresh).toBeHidden()
  })
})

test('who may not change rooms only reads why one is out of order', async ({ page, desk, enter }) => {
  const owner = await desk()
  const days = await Fortnight.of(owner, 500)
  const first = days.rooms[0]!
  const nights = { from: day(502), to: day(504), reason: 'Being painted' }
  await owner.post(`/api/rooms/{org}/${first._id}/blocks`, nights)
  await enter('Suresh', days.path())
  await row(page, first)
    .getByRole('gridcell', { name: /Being painted/ })
    .click()
  await expect(page.getByRole('dialog')).toContainText('Being painted')
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Take a room out of order' })).toHaveCount(0)
})

test('g and a letter open a screen from within the chart, unless something is held', async ({ page, desk, enter }) => {
  const days = await Fortnight.of(await desk(), 520)
  await days.book('Gripped Guest', days.rooms[0]!, 2, 4)
  await enter('Meera', days.path())
  await bar(page, 'Gripped Guest').click()
  await page.keyboard.press('Escape')
  await expect(bar(page, 'Gripped Guest')).toBeFocused()
  await page.keyboard.press('m')
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await expect(page.locator('.ghost')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.locator('.ghost')).toHaveCount(0)
  await page.keyboard.press('n') // alone, letters are the chart's
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await expect(page.getByRole('heading', { name: 'Bookings', level: 1 })).toBeVisible()
})
