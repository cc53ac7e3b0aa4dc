import type { Page } from '@playwright/test'

import { expect, people, test, type PersonName } from './hotel'
import { addresses, names, open } from './places'

for (const person of Object.keys(people) as PersonName[]) {
  test(`${person} opens every screen, or is told why not`, async ({ page, enter, desk, accessible }) => {
    test.setTimeout(240_000)
    const all = await addresses(await desk())
    await enter(person)
    for (const name of names) {
      await test.step(name, async () => {
        await open(page, all[name])
        await expect(page.getByRole('alert')).toHaveCount(0)
        const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(width, 'the page scrolls sideways').toBeLessThanOrEqual(0)
        if (person === 'Devika') await accessible()
      })
    }
  })
}

for (const [look, size, query] of [
  ['on a phone', { width: 390, height: 780 }, ''],
  ['in Hindi', { width: 1280, height: 800 }, '?language=hi'],
  ['from right to left', { width: 1280, height: 800 }, '?language=ar-XB'],
] as const) {
  test(`every screen holds ${look}`, async ({ page, desk }) => {
    test.setTimeout(240_000)
    await page.setViewportSize(size)
    const all = await addresses(await desk())
    await page.goto(`/${query}`)
    await page.getByRole('button', { name: /Devika/ }).click()
    await expect(page.locator('#main h1')).toBeVisible()
    for (const name of names) {
      await test.step(name, async () => {
        await open(page, all[name])
        const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect(width, 'the page scrolls sideways').toBeLessThanOrEqual(0)
        if (query.includes('ar-XB')) expect(await plainTexts(page)).toEqual([])
      })
    }
  })
}

// In the pseudo language every text of ours stands in ⟦ ⟧: the names of buttons, links, headings and fields.
async function plainTexts(page: Page): Promise<string[]> {
  return page.locator('#main').evaluate(
    (main) =>
      [...main.querySelectorAll('h1, h2, h3, th[scope=col], label, button, legend')]
        .filter((element) => element.checkVisibility() && !element.closest('[data-content]'))
        .map((element) => element.textContent?.trim() ?? '')
        .filter((text) => /[a-z]{3}/.test(text) && !text.includes('⟦')), // PDF and GST are the same in all languages
  )
}
