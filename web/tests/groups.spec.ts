import type { Page } from '@playwright/test'

import { expect, test, type Desk } from './hotel'
import { newCategory } from './rooms'

const day = (plus = 0) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() + plus * 86_400_000)

/** wing makes a category with rooms of its own, all clean, on one floor. */
async function wing(owner: Desk, name: string, rooms: number): Promise<string> {
  const categoryId = await newCategory(owner, name)
  for (let i = 1; i <= rooms; i++) {
    await owner.post('/api/rooms/{org}/create', { roomNumber: `${name}-${i}`, floor: name, categoryId })
  }
  return categoryId
}

/** wedding makes a definite group from today on, with rooms blocked and a rooming list of these people. */
async function wedding(owner: Desk, name: string, rooms: number, people: string[]) {
  const categoryId = await wing(owner, name, rooms)
  const { _id: groupId } = await owner.post<{ _id: string }>('/api/groups/{org}/create', {
    name: `${name} wedding`,
    status: 'definite',
    checkIn: day(),
    checkOut: day(3),
    contactPhone: '+91 98450 12345',
  })
  await owner.put(`/api/groups/{org}/${groupId}/block`, {
    nights: [{ categoryId, from: day(), to: day(3), rooms, rate: 4500 }],
  })
  if (people.length > 0) {
    await owner.post(`/api/groups/{org}/${groupId}/rooming-list`, {
      rows: people.map((person) => ({ name: person, category: name, checkIn: day(), checkOut: day(3) })),
    })
  }
  return { groupId, categoryId }
}

const more = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('a group is made, its rooms are blocked, and its rooming list is corrected and taken', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  await wing(owner, 'Mahal', 4)
  await enter('Meera', '/groups')
  await page.getByRole('button', { name: 'New group' }).click()
  const form = page.getByRole('dialog', { name: 'New group' })
  await form.getByLabel('Name of the group').fill('Mahal party')
  await form.getByLabel('State').selectOption('Definite')
  await form.getByLabel('Check-in').fill('+40')
  await form.getByLabel('Check-out').fill('+42')
  await form.getByLabel('Cut-off', { exact: true }).selectOption('Rolling, by night')
  await form.getByLabel('Days before each night').fill('5')
  await form.getByLabel('Phone').fill('+91 98450 12345')
  await accessible()
  await form.getByRole('button', { name: 'Add group' }).click()

  await expect(page.getByRole('heading', { name: 'Mahal party' })).toBeVisible()
  await expect(page.getByText('5 days before each night')).toBeVisible()
  await page.getByRole('region', { name: 'Block' }).getByRole('button', { name: 'Block rooms' }).first().click()
  const block = page.getByRole('dialog', { name: 'Block rooms' })
  await block.getByLabel('Category').selectOption('Mahal')
  await expect(block.getByText('4 free beside the block')).toBeVisible()
  await block.getByLabel('Rooms a night').fill('3')
  await block.getByLabel('Price a night').fill('4200')
  await accessible()
  await block.getByRole('button', { name: 'Save' }).click()
  await expect(block).toBeHidden()
  const blockTable = page.getByRole('region', { name: 'Block' }).getByRole('table')
  await expect(blockTable).toContainText('0 / 3')
  await expect(blockTable).toContainText('3 left')
  await accessible()

  // A list with a mistake is told so, row by row, and nothing is taken.
  await page.getByRole('button', { name: 'Rooming list' }).click()
  const [from, to] = [day(40), day(42)]
  const list = (...rows: string[]) => ['Ref,Name,Category,Check-in,Check-out,Sharing', ...rows].join('\n')
  const pasted = page.getByLabel('Rows, with the names of the columns above them')
  const lines = (category: string) => [
    `1,Asha Mahal,${category},${from},${to},A`,
    `,Ravi Mahal,Mahal,${from},${to},A`,
    `2,Tara Mahal,Mahal,${from},${to},`,
  ]
  await pasted.fill(list(...lines('Palace')))
  await page.getByRole('button', { name: 'Check the list' }).click()
  const wrong = row(page, "must be one of the hotel's room categories")
  await expect(wrong).toContainText('1')
  await accessible()
  await pasted.fill(list(...lines('Mahal')))
  await page.getByRole('button', { name: 'Check the list' }).click()
  await expect(row(page, 'Asha Mahal, Ravi Mahal')).toContainText('New')
  await accessible()
  await page.getByRole('button', { name: 'Take the list' }).click()
  await expect(row(page, 'Asha Mahal')).toContainText('with Ravi Mahal')
  await expect(row(page, 'Tara Mahal')).toBeVisible()

  // The same list again, as a file, changes only what differs.
  await page.getByRole('button', { name: 'Rooming list' }).click()
  await page.getByLabel('Or a file').setInputFiles({
    name: 'list.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(list(`1,Asha Mahal-Sen,Mahal,${from},${to},`)),
  })
  await page.getByRole('button', { name: 'Check the list' }).click()
  const changed = row(page, 'Asha Mahal-Sen')
  await expect(changed).toContainText('Changed')
  await expect(changed).toContainText('Asha Mahal → Asha Mahal-Sen')
  await expect(changed).toContainText('Sharing: Ravi Mahal → –')
  await expect(row(page, 'Tara Mahal')).toBeVisible() // is on no list any more
  await page.getByRole('button', { name: 'Take the list' }).click()
  await expect(row(page, 'Asha Mahal-Sen')).not.toContainText('with Ravi Mahal')

  // From a booking to its group, and to the group by its name.
  await row(page, 'Asha Mahal-Sen').getByRole('link').click()
  await page.getByRole('region', { name: 'Stay' }).getByRole('link', { name: 'Mahal party' }).click()
  await expect(page.getByRole('heading', { name: 'Mahal party' })).toBeVisible()
  await page.goto('/groups?search=mahal')
  await expect(row(page, 'Mahal party')).toContainText('4 of 6 picked up')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('mahal party')
  await page.getByRole('option', { name: /Mahal party/ }).click()
  await expect(page.getByRole('heading', { name: 'Mahal party' })).toBeVisible()
})

test('the rooms of a group are given, changed, left and cancelled together', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  const people = ['Kabir Jal', 'Nisha Jal', 'Arun Jal', 'Mira Jal']
  const { groupId } = await wedding(owner, 'Jal', 4, people)
  await enter('Arjun', `/groups/${groupId}?view=rooms`)
  await expect(row(page, 'Kabir Jal')).toContainText('Jal')
  await accessible()
  const act = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    return page.getByRole('dialog', { name, exact: true })
  }
  const choose = (name: string) => page.getByRole('checkbox', { name: `Choose ${name}` }).check()

  // Who has no room can't come: that is said, and nothing is lost.
  await choose('Mira Jal')
  let dialog = await act('Check in')
  await dialog.getByRole('button', { name: 'Check in' }).click()
  await expect(dialog.getByText('Not done for 1 booking')).toBeVisible()
  await expect(dialog.getByRole('row').filter({ hasText: 'Mira Jal' })).toContainText('not assigned')
  await accessible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  dialog = await act('Assign rooms')
  await expect(dialog.getByRole('row').filter({ hasText: 'Jal-4' })).toBeVisible()
  await accessible()
  await dialog.getByRole('button', { name: 'Assign rooms' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Mira Jal')).toContainText(/Jal-\d/)

  await choose('Kabir Jal')
  await choose('Nisha Jal')
  dialog = await act('Change')
  await dialog.getByLabel('Check-out').fill('+2')
  await dialog.getByLabel('Special requests').fill('Bus at seven')
  await accessible()
  await dialog.getByRole('button', { name: 'Change' }).click()
  await expect(dialog.getByText('Done for 2 bookings.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(row(page, 'Kabir Jal')).toContainText('Bus at seven')

  dialog = await act('Check in')
  await dialog.getByRole('button', { name: 'Check in' }).click()
  await expect(dialog.getByText('Done for 4 bookings.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(row(page, 'Arun Jal')).toContainText('In house')
  const read = await owner.get<{ status: string }[]>(`/api/bookings/{org}/list?groupId=${groupId}`)
  expect(read.map(({ status }) => status)).toEqual(Array(4).fill('checked-in'))

  // The stay view shows the group's rooms alone, until it is asked for all.
  await more(page, 'Stay view')
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('row').filter({ hasText: 'Jal-1' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Jal wedding' })).toBeVisible()
  await expect(grid.getByRole('rowheader', { name: '101' })).toHaveCount(0)
  await accessible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(grid.getByRole('rowheader', { name: '101' })).toBeVisible()
  await page.goto(`/groups/${groupId}?view=rooms`)

  // Nobody is left who could be cancelled.
  dialog = await act('Cancel bookings')
  await dialog.getByLabel('Reason').fill('Ill')
  await dialog.getByRole('button', { name: 'Cancel bookings' }).click()
  await expect(dialog.getByText('There is nobody to do this for.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
})

test('a block is washed and released, a group is printed, and cancelled with its bookings', async ({
  page,
  enter,
  desk,
  accessible,
}) => {
  const owner = await desk()
  const { groupId } = await wedding(owner, 'Upvan', 5, ['Tara Upvan', 'Dev Upvan'])
  await enter('Arjun', '/groups')
  await page.getByRole('button', { name: 'How rooms are held' }).click()
  const holding = page.getByRole('dialog', { name: 'How rooms are held' })
  await holding.getByLabel('Tentative groups hold their rooms, too').check()
  await accessible()
  await holding.getByRole('button', { name: 'Save' }).click()
  await expect(holding).toBeHidden()
  expect((await owner.get<{ tentativeHolds: boolean }>('/api/groups/{org}/settings')).tentativeHolds).toBe(true)

  await page.goto(`/groups/${groupId}`)
  const block = page.getByRole('region', { name: 'Block' })
  await expect(block.getByRole('row').nth(1)).toContainText('2 / 5')
  await more(page, 'Wash the block')
  const wash = page.getByRole('dialog', { name: 'Wash the block' })
  await wash.getByLabel('How many').selectOption('So many rooms a night')
  await wash.getByLabel('Rooms a night').fill('1')
  await accessible()
  await wash.getByRole('button', { name: 'Take off' }).click()
  await expect(wash).toBeHidden()
  await expect(block.getByRole('row').nth(1)).toContainText('2 / 4')
  await more(page, 'Release the rest')
  await page.getByRole('dialog').getByRole('button', { name: 'Release the rest' }).click()
  await expect(block.getByRole('row').nth(1)).toContainText('released')

  await more(page, 'Lists and cards to print')
  await expect(row(page, 'Tara Upvan')).toContainText('Upvan')
  await accessible()
  const papers = page.getByRole('navigation', { name: 'Lists and cards to print' })
  await papers.getByRole('link', { name: 'Keys list' }).click()
  await expect(page.getByRole('columnheader', { name: 'Signature' })).toBeVisible()
  await accessible()
  await papers.getByRole('link', { name: 'Name cards' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Dev Upvan' })).toContainText('Upvan wedding')
  await accessible()

  await page.goto(`/groups/${groupId}`)
  await more(page, 'Cancel group')
  const cancel = page.getByRole('dialog', { name: 'Cancel group' })
  await cancel.getByLabel('Reason').fill('The wedding was moved')
  await cancel.getByLabel('Cancel its bookings that have not arrived, too').check()
  await cancel.getByRole('button', { name: 'Cancel group' }).click()
  await expect(cancel.getByText('Done for 2 bookings.')).toBeVisible()
  await cancel.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await page.goto('/groups?search=upvan')
  await expect(row(page, 'Upvan wedding')).toHaveCount(0)
  await page.goto('/groups?search=upvan&status=cancelled')
  await expect(row(page, 'Upvan wedding')).toBeVisible()
})
