import { SvelteMap } from 'svelte/reactivity'

import { dayText } from '../i18n/format'
import { router } from '../router.svelte'

interface Asked {
  label: string
  type: 'search' | 'select' | 'date' | 'check'
  options: readonly { value: string; label: string }[]
}

/** filterText says what a filter that is set leaves. */
export function filterText({ label, type, options }: Asked, value: string): string {
  if (type === 'check') return label
  if (type === 'search') return `“${value}”`
  if (type === 'date') return `${label} ${dayText(value, { day: 'numeric', month: 'short', year: 'numeric' })}`
  return `${label}: ${options.find((option) => option.value === value)?.label ?? value}`
}

/** The page sizes of lists are the same everywhere. */
const pageSize = 50

/** ListState is what a list shows: its filters and its page, kept in the address so that both survive a reload. */
export class ListState<Name extends string> {
  /** How each filter is said in words; its field knows. */
  readonly words = new SvelteMap<Name, (value: string) => string>()

  constructor(readonly names: readonly Name[]) {}

  /** chips are the filters that are set, in words. */
  get chips(): { name: Name; text: string }[] {
    return (Object.entries(this.values) as [Name, string][]).map(([name, value]) => ({
      name,
      text: this.words.get(name)?.(value) ?? value,
    }))
  }

  get(name: Name): string {
    return router.place.query.get(name) ?? ''
  }

  /** set changes a filter, and goes back to the first page. */
  set(name: Name, value: string): void {
    if (value !== this.get(name)) router.setQuery({ [name]: value, page: undefined })
  }

  get page(): number {
    return Math.max(1, Number(router.place.query.get('page')) || 1)
  }

  turn(page: number): void {
    router.setQuery({ page: page > 1 ? String(page) : undefined })
  }

  /** values are the filters that are set. */
  get values(): Partial<Record<Name, string>> {
    const set = this.names.map((name) => [name, this.get(name)] as const).filter(([, value]) => value)
    return Object.fromEntries(set) as Partial<Record<Name, string>>
  }

  get filtered(): boolean {
    return Object.keys(this.values).length > 0
  }

  clear(): void {
    router.setQuery({ ...Object.fromEntries(this.names.map((name) => [name, undefined])), page: undefined })
  }

  /** query is all of it, as the lists of the API take it. */
  get query(): Partial<Record<Name, string>> & { page: number; limit: number } {
    return { ...this.values, page: this.page, limit: pageSize }
  }
}
