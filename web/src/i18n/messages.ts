import type rest from './en.json'
import type first from './first/en.json'

/** The messages of a language: sections by area. Those of the first page are in a file of their own. */
export type Messages = typeof first & typeof rest

/** A message's key, such as `today.arrivals`; one with plural forms is named without their suffixes. */
export type Key = Plain<Keys<Messages>>

type Keys<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Keys<T[K]>}` }[keyof T & string]
type Plain<K extends string> = K extends `${infer Name}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Name : K

export type Params = Record<string, string | number>

/** Flat is all messages by their whole keys. */
export type Flat = ReadonlyMap<string, string>

export type Tree = { [key: string]: string | Tree }

export function flatten(tree: Tree, prefix = '', into = new Map<string, string>()): Map<string, string> {
  for (const [key, value] of Object.entries(tree)) {
    if (typeof value === 'string') into.set(prefix + key, value)
    else flatten(value, `${prefix}${key}.`, into)
  }
  return into
}

/**
 * render finds the message and fills in its params, `{name}` each. A number `count` chooses the plural form by the
 * rules of the language. It returns undefined for a message that the language doesn't have.
 */
export function render(messages: Flat, rules: Intl.PluralRules, key: string, params: Params = {}): string | undefined {
  const { count } = params
  const forms = typeof count === 'number' ? [`${key}_${rules.select(count)}`, `${key}_other`] : []
  const text = [...forms, key].map((name) => messages.get(name)).find((found) => found !== undefined)
  return text?.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
}

/** The suffixes that a language needs for a message with plural forms. */
export function pluralForms(language: string): string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories
}

/** pseudo makes a text that is longer, and foreign, but readable: what stays plain English was forgotten. */
export function pseudo(text: string): string {
  const accents: Record<string, string> = { a: 'á', e: 'ë', i: 'ï', o: 'ö', u: 'ü', A: 'Å', E: 'É', O: 'Ø', U: 'Ü' }
  const parts = text
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? part : part.replace(/[aeiouAEOU]/g, (c) => accents[c] ?? c)))
  return `⟦${parts.join('')}${'·'.repeat(Math.ceil(text.length / 4))}⟧`
}
