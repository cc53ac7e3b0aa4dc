import { expect, test } from './hotel'
import { linkTo } from './mail'

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
