import type { Page } from '@playwright/test'

import { expect, test } from './hotel'
import { join } from './mail'

const email = 'owner@serai.example'
const password = 'a camel in the sand'
const guide = (page: Page) => page.getByRole('region', { name: 'Your hotel, step by step' })

/** step goes to Today, where the guide has this step as its next one, and opens it. */
async function step(page: Page, name: string, done: number): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Today' }).click()
  await expect(guide(page)).toContainText(`${done} of 6 done`)
  await guide(page).locator('[aria-current=step]').getByRole('link', { name, exact: true }).click()
}

async function makeCategory(page: Page, name: string, rate: string): Promise<void> {
  await page.getByRole('button', { name: 'New category' }).click()
  const dialog = page.getByRole('dialog', { name: 'New category' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Base rate').fill(rate)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
}

async function makeRooms(page: Page, category: string, numbers: string, count: number): Promise<void> {
  await page.getByRole('button', { name: 'Many rooms' }).click()
  const dialog = page.getByRole('dialog', { name: 'Many rooms' })
  await dialog.getByLabel('Category').selectOption({ label: category })
  await dialog.getByLabel('Room numbers').fill(numbers)
  await dialog.getByRole('button', { name: `Make ${count} rooms` }).click()
  await expect(dialog).toBeHidden()
}

test('a new hotel, from sign-up through the guide to its first booking', async ({ page, hotel, accessible }) => {
  test.setTimeout(120_000)
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign up a hotel' }).click()
  await page.getByLabel('Name of the hotel').fill('Serai Jaisal')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('City').fill('Jaisalmer')
  await page.getByLabel('State').selectOption('Rajasthan')
  await page.getByLabel('GSTIN').fill('08AAPFU0939F1ZW')
  await page.getByRole('button', { name: 'Make the hotel' }).click()
  await expect(page.getByLabel('GSTIN')).toHaveAccessibleDescription(/one of its characters is mistyped/)
  await expect(page.getByLabel('GSTIN')).toBeFocused()
  await accessible()
  await page.getByLabel('GSTIN').fill('')
  await page.getByRole('button', { name: 'Make the hotel' }).click()
  await expect(page.getByText(`Open the link in the mail to ${email}`)).toBeVisible()

  await join(page, hotel, email, 'Rukmini Bhati', password)

  await page.goto('/')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(guide(page)).toBeVisible()
  await accessible()

  await step(page, 'Address and GSTIN', 0)
  await page.getByLabel('Address, first line').fill('Fort Road')
  await page.getByLabel('GSTIN').fill('08AAPFU0939F1ZV')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByText('Saved.')).toBeVisible()

  await step(page, 'Room categories', 1)
  await expect(page.getByText('No category yet.')).toBeVisible()
  await makeCategory(page, 'Tent', '4500')
  await makeCategory(page, 'Royal tent', '9000')

  await step(page, 'Rooms', 2)
  await makeRooms(page, 'Tent', '101-140', 40)
  await makeRooms(page, 'Royal tent', 'R1, R2', 2)
  await expect(page.getByRole('rowheader', { name: '140' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Rooms · 42' })).toBeVisible()

  // A plan alone sells nothing: the step isn't done before it has a price.
  await step(page, 'Rates', 3)
  await page.getByRole('button', { name: 'New rate plan' }).click()
  const plan = page.getByRole('dialog', { name: 'New rate plan' })
  await plan.getByLabel('Code').fill('BAR')
  await plan.getByLabel('Name').fill('Best rate of the day')
  await plan.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('It is sold in no category yet')).toBeVisible()
  await page.getByRole('link', { name: 'Today' }).click()
  await expect(guide(page)).toContainText('3 of 6 done')
  await step(page, 'Rates', 3)
  await page.getByRole('link', { name: 'BAR', exact: true }).click()
  for (const [category, price] of [
    ['Tent', '4500'],
    ['Royal tent', '9000'],
  ] as const) {
    await page.getByRole('button', { name: 'Sell it in a category' }).click()
    const product = page.getByRole('dialog', { name: 'Sell it in a category' })
    await product.getByLabel('Category').selectOption({ label: category })
    await expect(product.getByLabel('Usual price')).toHaveValue(price)
    await product.getByRole('button', { name: 'Save' }).click()
    await expect(product).toBeHidden()
    await expect(page.getByRole('rowheader', { name: category, exact: true })).toBeVisible()
  }

  await step(page, 'Your people', 4)
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  const invitation = page.getByRole('dialog', { name: 'Invite somebody' })
  await invitation.getByLabel('Name').fill('Hukam Singh')
  await invitation.getByLabel('E-mail').fill('desk@serai.example')
  await invitation.getByLabel('Role').selectOption({ label: 'Front Desk' })
  await invitation.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByText('The invitation is on its way to desk@serai.example.')).toBeVisible()

  await step(page, 'First booking', 5)
  await page.getByRole('button', { name: 'One room more: Tent, Best rate of the day' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Erste Reisende')
  await page.getByLabel('Phone').fill('+91 98450 10101')
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Erste Reisende' })).toBeVisible()

  await page.getByRole('link', { name: 'Today' }).click()
  await expect(guide(page)).toContainText('your hotel can take its guests')
  await expect(guide(page)).toContainText('6 of 6 done')
  await accessible()
  await page.getByRole('button', { name: 'Hide the guide' }).click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Check in Erste Reisende' })).toBeVisible()
  await expect(guide(page)).toHaveCount(0)
})
