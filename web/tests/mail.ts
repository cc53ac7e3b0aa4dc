import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Hotel } from './hotel'

/** linkTo is the newest mailed link to a page of the server. */
export function linkTo(hotel: Hotel, address: string, page: string): string | undefined {
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
