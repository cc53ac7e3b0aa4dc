import { expect, signOut, test } from './hotel'

test.use({ serviceWorkers: 'allow', refusals: true })

test('without a server the lists stay readable with their age, and signing out wipes them', async ({
  page,
  enter,
  hotel,
}) => {
  await enter('Meera', '/downtime')
  const inHouse = page.getByRole('region', { name: 'In house' })
  await expect(inHouse.getByRole('row').nth(1)).toBeVisible()
  const guest = await inHouse.getByRole('row').nth(1).getByRole('cell').first().innerText()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.reload() // the worker keeps the page
  await expect(inHouse.getByText(guest).first()).toBeVisible()
  await page.waitForFunction(async () => Boolean(await caches.match('/')))

  await hotel.stop()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Downtime lists' })).toBeVisible()
  await expect(inHouse.getByText(guest).first()).toBeVisible()
  await expect(inHouse.getByText(/^As of/)).toBeVisible()
  await expect(page.getByText(/No line/)).toBeVisible()

  await signOut(page)
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(await page.evaluate((name) => JSON.stringify(localStorage).includes(name), guest)).toBe(false)
  await hotel.start()
})
