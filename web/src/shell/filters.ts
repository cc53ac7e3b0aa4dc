import { api } from '../api/client'
import type { ScreenName } from '../paths'
import { screens } from '../screens'
import { session } from '../session/session.svelte'

export type Filter = Record<string, string>

/** filterOf is what a screen keeps of a query, or of what the server has under its name. */
export function filterOf(screen: ScreenName, found: Record<string, unknown>): Filter {
  const names = screens[screen].keeps ?? []
  const set = names
    .map((name) => [name, found[name]] as const)
    .filter(([, value]) => value && typeof value === 'string')
  return Object.fromEntries(set) as Filter
}

const isEmpty = (filter: Filter) => Object.keys(filter).length === 0
const isSame = (a: Filter, b: Filter) => JSON.stringify(a) === JSON.stringify(b)

/** Filters are what a person chose last on each screen, kept on the server with the other preferences. */
class Filters {
  #chosen = new Map<ScreenName, Filter>()
  #unsent = new Set<ScreenName>()
  #sending = false

  constructor() {
    session.onForget(() => this.forget())
  }

  /** takeOver has what the server knows; what was chosen meanwhile is newer. */
  takeOver(found: Record<string, Record<string, unknown>>): void {
    for (const screen of Object.keys(screens) as ScreenName[]) {
      const filter = filterOf(screen, found[screen] ?? {})
      if (!isEmpty(filter) && !this.#chosen.has(screen)) this.#chosen.set(screen, filter)
    }
  }

  of(screen: ScreenName): Filter {
    return this.#chosen.get(screen) ?? {}
  }

  keep(screen: ScreenName, query: URLSearchParams): void {
    const filter = filterOf(screen, Object.fromEntries(query))
    if (isSame(filter, this.of(screen))) return
    this.#chosen.set(screen, filter)
    this.#unsent.add(screen)
    void this.#send()
  }

  forget(): void {
    this.#chosen.clear()
    this.#unsent.clear()
  }

  // One request after the other, so that the last word is the last that the server hears.
  async #send(): Promise<void> {
    if (this.#sending) return
    this.#sending = true
    while (this.#unsent.size > 0) {
      const filters = Object.fromEntries(
        [...this.#unsent].map((screen) => [screen, isEmpty(this.of(screen)) ? null : this.of(screen)]),
      )
      this.#unsent.clear()
      const params = { path: { orgId: session.orgId } }
      // A choice that doesn't reach the server still holds in this tab.
      await api.PUT('/api/preferences/{orgId}', { params, body: { filters: filters as never } }).catch(() => undefined)
    }
    this.#sending = false
  }
}

export const filters = new Filters()
