import { api, data } from '../api/client'
import { i18n, isLanguage, pseudoLanguage } from '../i18n/i18n.svelte'
import { session } from '../session/session.svelte'
import { appearance } from './appearance.svelte'
import { filters } from './filters'

/** Keeps how the person likes the console on the server, so that it follows them to the next machine. */
class Preferences {
  #of = '' // the organization whose preferences were read
  #kept = '' // what the server has, as text
  #reading = Promise.resolve()

  constructor() {
    session.onForget(() => {
      this.#of = this.#kept = ''
    })
  }

  /** read takes over what the server has. Without a line everything stays as it is on this machine. */
  read(orgId: string): Promise<void> {
    if (orgId && this.#of !== orgId) this.#reading = this.#takeOver(orgId)
    return this.#reading
  }

  async #takeOver(orgId: string): Promise<void> {
    this.#of = orgId
    this.#kept = ''
    filters.forget() // those of another hotel
    const found = await data(api.GET('/api/preferences/{orgId}', { params: { path: { orgId } } })).catch(
      () => undefined,
    )
    if (!found || this.#of !== orgId) return
    filters.takeOver(found.filters)
    appearance.theme = found.theme
    appearance.density = found.density
    appearance.singleKeys = found.singleKeys
    const asked = new URLSearchParams(location.search).has('language') // a link that names its language keeps it
    if (!asked && isLanguage(found.language) && found.language !== i18n.language) await i18n.use(found.language)
    this.#kept = JSON.stringify(present())
  }

  /** write runs in an effect: it sends what has changed since. */
  write(): void {
    const values = present()
    const text = JSON.stringify(values)
    if (!this.#kept || text === this.#kept) return
    this.#kept = text
    // A choice that doesn't reach the server still holds on this machine.
    void api
      .PUT('/api/preferences/{orgId}', { params: { path: { orgId: this.#of } }, body: values })
      .catch(() => undefined)
  }
}

function present() {
  const { theme, density, singleKeys } = appearance
  return { theme, density, singleKeys, ...(i18n.language === pseudoLanguage ? {} : { language: i18n.language }) }
}

export const preferences = new Preferences()
