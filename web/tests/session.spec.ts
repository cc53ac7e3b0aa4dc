import { expect, signOut, test } from './hotel'

test('who enters the demo hotel is in after a reload, and out of every tab after signing out', async ({
  page,
  context,
  enter,
  accessible,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Sarai' })).toBeVisible()
  await accessible()
  await enter('Devika')
  await accessible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]) + document.cookie)).not.toMatch(
    /v4\.public|refresh/,
  )
  const other = await context.newPage()
  await other.goto('/account')
  await expect(other.getByRole('heading', { name: 'My account' })).toBeVisible()
  await signOut(page)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible()
})

test.describe('with refusals', () => {
  test.use({ refusals: true })

  test('a wrong password says so, and a session that was ended elsewhere asks for it and goes on', async ({
    page,
    enter,
    desk,
  }) => {
    await page.goto('/')
    await page.getByLabel('E-mail address').fill('meera@haveli.example')
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText(/password/i)
    await enter('Meera')
    const meera = await desk('Meera')
    for (const { _id, current } of await meera.get<{ _id: string; current: boolean }[]>('/api/auth/sessions')) {
      if (!current) await meera.call('DELETE', `/api/auth/sessions/${_id}`)
    }
    // The live channel hears of it at once.
    await expect(page.getByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
    await page.getByRole('dialog').getByLabel('Password').fill('padharo-mhare-desh')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('link', { name: /Departures/ }).click()
    await expect(page.getByRole('heading', { name: 'Departures' })).toBeVisible()
  })
})
