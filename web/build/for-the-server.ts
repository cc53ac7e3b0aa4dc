// What the server needs beside the bundle: the paths of the screens, and every asset compressed. The build fails when
// the JavaScript outgrows its budget.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Manifest, Plugin } from 'vite'

import { paths } from '../src/paths.ts'

const dist = 'dist'

/** Budgets of gzipped JavaScript, in bytes. */
export const budget = { firstScreen: 90 * 1024, everything: 400 * 1024 }

export function forTheServer(): Plugin {
  return {
    name: 'for-the-server',
    apply: 'build',
    buildStart() {
      for (const name of readdirSync(dist)) {
        if (name !== '.gitkeep') rmSync(join(dist, name), { recursive: true })
      }
    },
    writeBundle() {
      writeFileSync(join(dist, 'paths.json'), JSON.stringify(Object.values(paths), null, 2) + '\n')
      const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Manifest
      const sizes = compress(readdirSync(join(dist, 'assets')).map((name) => `assets/${name}`))
      const first = sum(sizes, firstScreen(manifest))
      const all = sum(
        sizes,
        [...sizes.keys()].filter((name) => name.endsWith('.js')),
      )
      this.info(`JavaScript, gzipped: ${kilobytes(first)} for the first screen, ${kilobytes(all)} in all`)
      if (first > budget.firstScreen || all > budget.everything) {
        this.error(`the budget is ${kilobytes(budget.firstScreen)} and ${kilobytes(budget.everything)}`)
      }
    },
  }
}

/** compress writes each file as .br and .gz beside it, and returns the gzipped sizes. */
function compress(names: string[]): Map<string, number> {
  const sizes = new Map<string, number>()
  for (const name of names) {
    const data = readFileSync(join(dist, name))
    const gzipped = gzipSync(data, { level: 9 })
    sizes.set(name, gzipped.length)
    if (gzipped.length >= data.length) continue
    writeFileSync(join(dist, `${name}.gz`), gzipped)
    writeFileSync(join(dist, `${name}.br`), brotliCompressSync(data))
  }
  return sizes
}

/** firstScreen lists what the page loads before anything else: the entry and all that it imports at once. */
export function firstScreen(manifest: Manifest): string[] {
  const files = new Set<string>()
  const add = (key: string) => {
    const chunk = manifest[key]
    if (!chunk || files.has(chunk.file)) return
    files.add(chunk.file)
    chunk.imports?.forEach(add)
  }
  add('index.html')
  return [...files]
}

const sum = (sizes: Map<string, number>, names: string[]) =>
  names.reduce((all, name) => all + (sizes.get(name) ?? 0), 0)
const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`
