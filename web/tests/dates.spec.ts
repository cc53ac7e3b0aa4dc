import type { Page } from '@playwright/test'

import { written } from './chart'
import { expect, test } from './hotel'

const iso = (days: number) => new Date(Date.now() + 5.5 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
const arrival = (page: Page) => page.getByRole('combobox', { name: 'Check-in' })

test('days are typed as people write them, and shown in the hotel’s order', async ({ page, enter, accessible }) => {
  await enter('Meera', '/bookings/new')
  const field = arrival(page)
  for (const [typed, day] of [
    ['+3', iso(3)],
    ['tomorrow', iso(1)],
    [`${Number(iso(40).slice(8))}/${Number(iso(40).slice(5, 7))}`, iso(40)],
    [iso(12), iso(12)],
  ] as const) {
    await field.fill(typed)
    await field.press('Tab')
    await expect(field).toHaveValue(written(day))
  }
  await field.fill('31/4')
  await field.press('Tab')
  await expect(page.getByText(/must be a day such as/)).toBeVisible()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveValue('31/4')
  await accessible()
  await field.fill('+5')
  await field.press('Tab')
  await expect(page.getByText(/must be a day such as/)).toBeHidden()
})

test('a month is walked by the keyboard, and is one stop of the Tab key', async ({ page, enter, accessible }) => {
  await enter('Meera', '/bookings/new')
  const field = arrival(page)
  await field.fill('15 jan 2027')
  await field.press('Tab')
  await expect(page.getByRole('combobox', { name: 'Check-out' })).toBeFocused()
  await field.focus()
  await field.press('ArrowDown')
  const month = page.getByRole('dialog', { name: 'Check-in' })
  await expect(month.getByText('January 2027')).toBeVisible()
  await expect(month.getByRole('gridcell', { name: /15 January 2027/ })).toBeFocused()
  await accessible()
  for (const key of ['ArrowRight', 'ArrowDown', 'PageDown']) await page.keyboard.press(key)
  await expect(month.getByRole('gridcell', { name: /23 February 2027/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(month).toBeHidden()
  await expect(field).toHaveValue('23 Feb 2027')
  await expect(field).toBeFocused()
  await field.press('ArrowDown')
  await page.keyboard.press('Escape')
  await expect(month).toBeHidden()
  await expect(field).toBeFocused()
})
