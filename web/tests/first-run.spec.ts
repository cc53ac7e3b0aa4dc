import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test, type Hotel } from './hotel'

/** linkTo is the newest mailed link to a page of the server. */
function linkTo(hotel: Hotel, address: string, page: string): string | undefined {
  const folder = join(hotel.folder, 'mail')
  if (!existsSync(folder)) return undefined // the first mail makes it
  const link = new RegExp(`https?://[^\\s"<>]*/(?:${page})\\?[^\\s"<>]+`)
  const mails = readdirSync(folder)
    .sort()
    .reverse()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const plain = mails.map((text) =>
    text
      .replace(/=\r?\n/g, '')
      .replace(/=3D/g, '=')
      .replace(/&amp;/g, '&'),
  )
  return plain
    .filter((text) => text.includes(address))
    .map((text) => link.exec(text)?.[0])
    .find(Boolean)
}

test('a new hotel, from sign-up to its first room', async ({ page, hotel, accessible }) => {
  test.setTimeout(120_000)
  const email = 'owner@serai.example'
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign up a hotel' }).click()
  await page.getByLabel('Name of the hotel').fill('Serai Jaisal')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('City').fill('Jaisalmer')
  await accessible()
  await page.getByRole('button', { name: 'Make the hotel' }).click()
  await expect(page.getByText(`Open the link in the mail to ${email}`)).toBeVisible()

  await expect.poll(() => linkTo(hotel, email, 'invite|register')).toBeTruthy()
  const link = new URL(linkTo(hotel, email, 'invite|register')!)
  await page.goto(link.pathname + link.search)
  const accept = page.getByRole('button', { name: 'Accept' })
  if (await accept.count()) await accept.click()
  await page.getByLabel('Name').fill('Rukmini Bhati')
  await page.getByLabel('Password').fill('a camel in the sand')
  await page.getByRole('button').click()

  await page.goto('/')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill('a camel in the sand')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Your hotel, step by step' })).toBeVisible()
  await accessible()

  await page.getByRole('link', { name: 'Address and GSTIN' }).click()
  await page.getByLabel('Address, first line').fill('Fort Road')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.goto('/settings/rooms')
  await page.getByRole('button', { name: 'New category' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Tent')
  await page.getByRole('dialog').getByLabel('Base rate').fill('4500')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Many rooms' }).click()
  await page.getByRole('dialog').getByLabel('Room numbers').fill('T1-T12')
  await page.getByRole('dialog').getByRole('button', { name: 'Make 12 rooms' }).click()
  await expect(page.getByRole('rowheader', { name: 'T12' })).toBeVisible()

  await page.goto('/settings')
  await expect(page.getByText('3 of 6 done')).toBeVisible()
  await page.getByRole('button', { name: 'Hide the guide' }).click()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Your hotel, step by step' })).toHaveCount(0)
})

test('a forgotten password is asked for on the sign-in page', async ({ page, hotel, accessible }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByLabel('E-mail address').fill('suresh@haveli.example')
  await accessible()
  await page.getByRole('button', { name: 'Mail me a link' }).click()
  await expect(page.getByRole('status').first()).toBeVisible()
  await expect.poll(() => linkTo(hotel, 'suresh@haveli.example', 'reset-password')).toBeTruthy()
  await page.getByRole('button', { name: 'Back to signing in' }).click()
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
})

test('one ends the other places where one is signed in', async ({ page, enter, desk, accessible }) => {
  await desk('Arjun') // another session
  await enter('Arjun', '/account')
  await expect(page.getByText('This one')).toBeVisible()
  await accessible()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toHaveCount(0)
})
