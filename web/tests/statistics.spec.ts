import { expect, test } from './hotel'

test('the forecast, cancellations and guests’ statistics are read, downloaded and scheduled', async ({
  page,
  enter,
  accessible,
}) => {
  await enter('Arjun', '/reports?view=forecast')
  const card = (name: string) => page.getByRole('region', { name })
  const saved = async (name: string) => {
    const download = page.waitForEvent('download')
    await card(name).getByRole('button', { name: /^CSV/ }).click()
    expect((await download).suggestedFilename()).toMatch(/\.csv$/)
  }
  await expect(card('Forecast').getByRole('img')).toBeVisible()
  await card('Forecast').getByText('Show the table').click()
  await expect(card('Forecast').getByRole('row')).toHaveCount(31)
  await saved('Forecast')
  await accessible()

  await page.getByRole('link', { name: 'Cancellations', exact: true }).click()
  await card('Cancellations').getByText('Show the table').click()
  await expect(card('Cancellations').getByText('Charged all the same')).toBeVisible()
  await page.getByLabel('By', { exact: true }).selectOption('Month')
  await saved('Cancellations')
  await accessible()

  await page.getByRole('link', { name: 'Guest statistics', exact: true }).click()
  await expect(card('Guest statistics').getByText('Guest-nights').first()).toBeVisible()
  await saved('Guest statistics')
  await accessible()
  await page.setViewportSize({ width: 360, height: 740 })
  await accessible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)

  await page.getByRole('link', { name: 'Schedule by mail' }).click()
  const scheduling = page.getByRole('dialog', { name: 'Schedule a report' })
  await expect(scheduling.getByLabel('Report', { exact: true })).toHaveValue('guests')
  await scheduling.getByLabel('Name').fill('For the police')
  await scheduling.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('rowheader', { name: 'For the police' })).toBeVisible()
  await expect(page).toHaveURL(/view=scheduled$/)
})
