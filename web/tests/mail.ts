import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join as pathOf } from 'node:path'
import type { Page } from '@playwright/test'

import { expect, type Hotel } from './hotel'

/** linkTo is the newest mailed link to a page of the server. */
export function linkTo(hotel: Hotel, address: string, page: string): string | undefined {
  const folder = pathOf(hotel.folder, 'mail')
  if (!existsSync(folder)) return undefined // the first mail makes it
  const link = new RegExp(`https?://[^\\s"<>]*/(?:${page})\\?[^\\s"<>]+`)
  const mails = readdirSync(folder)
    .sort()
    .reverse()
    .map((name) => readFileSync(pathOf(folder, name), 'utf8'))
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

/** join follows the mailed link of somebody who signed a hotel up or was invited, and sets a name and a password. */
export async function join(page: Page, hotel: Hotel, email: string, name: string, password: string): Promise<void> {
  await expect.poll(() => linkTo(hotel, email, 'invite|register')).toBeTruthy()
  const link = new URL(linkTo(hotel, email, 'invite|register')!)
  await page.goto(link.pathname + link.search)
  const accept = page.getByRole('button', { name: /^(Accept|Go on)$/ })
  if (await accept.count()) await accept.click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button').click()
}
