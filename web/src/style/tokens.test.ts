import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

// The contrast of text on its ground, computed from tokens.css as WCAG 2.2 defines it.
const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

function tokensOf(selector: string): Record<string, string> {
  const start = css.indexOf(`${selector} {`)
  const block = css.slice(start, css.indexOf('\n}', start))
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name!, value!]),
  )
}

const light = tokensOf(':root')
const themes = {
  light,
  dark: { ...light, ...tokensOf("[data-theme='dark']") },
  contrast: { ...light, ...tokensOf("[data-theme='contrast']") },
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: string, b: string): number {
  const [dark, bright] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (bright + 0.05) / (dark + 0.05)
}

const grounds = ['surface', 'ground', 'sunken']
const texts = [
  ...grounds.flatMap((ground) => ['text', 'muted', 'accent', 'bad'].map((text) => [text, ground])),
  ['on-accent', 'accent'],
  ['on-accent-soft', 'accent-soft'],
  ['on-bad', 'bad'],
  ['text', 'neutral-soft'],
  ['muted', 'neutral-soft'],
  ...['good', 'warn', 'bad', 'info', 'reserved', 'in-house', 'departed', 'overdue', 'blocked'].map((tone) => [
    tone,
    `${tone}-soft`,
  ]),
] as [string, string][]
const edges = grounds.flatMap((ground) => ['strong-line', 'focus'].map((edge) => [edge, ground])) as [string, string][]

describe.each(Object.entries(themes))('in the theme %s', (name, tokens) => {
  const least = name === 'contrast' ? 7 : 4.5

  test.each(texts)('%s can be read on %s', (text, ground) => {
    expect(contrast(tokens[text]!, tokens[ground]!)).toBeGreaterThanOrEqual(least)
  })

  test.each(edges)('%s can be seen on %s', (edge, ground) => {
    expect(contrast(tokens[edge]!, tokens[ground]!)).toBeGreaterThanOrEqual(3)
  })
})
