import { resolve } from 'node:path'
import type { Page } from '@playwright/test'

import { expect, test } from '../tests/hotel'

/** shot writes a picture into docs/screenshots, when nothing on the page is loading any more. */
async function shot(page: Page, name: string): Promise<void> {
  await expect(page.locator('[data-line=live]')).toBeVisible()
  await expect(page.locator('#main [aria-busy=true]')).toHaveCount(0)
  await page.screenshot({ path: resolve(import.meta.dirname, `../../docs/screenshots/${name}.png`) })
}

test('Today', async ({ page, enter }) => {
  await enter('Meera')
  await expect(page.getByRole('table').getByRole('row').nth(1)).toBeVisible()
  await shot(page, 'today')
})

test('the stay view', async ({ page, enter }) => {
  await enter('Meera', '/stay-view?days=14')
  await expect(page.getByRole('gridcell').first()).toBeVisible()
  await shot(page, 'stay-view')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } })

  test('housekeeping', async ({ page, enter }) => {
    await enter('Kamla', '/housekeeping')
    await expect(page.getByRole('listitem').first()).toBeVisible()
    await shot(page, 'housekeeping')
  })
})
