import en from './en.json'
import { flatten, pseudo, render, type Key, type Params } from './messages'

/** A language of the console. A new one is a file beside en.json and a line here. */
export const languages = {
  en: { name: 'English', locale: 'en-IN', load: async () => en },
  hi: { name: 'हिन्दी', locale: 'hi-IN', load: async () => (await import('./hi.json')).default },
} as const

/** For trying: everything in a longer foreign spelling, from right to left. It is chosen by `?language=ar-XB` alone. */
export const pseudoLanguage = 'ar-XB'

export type Language = keyof typeof languages | typeof pseudoLanguage

const rememberedKey = 'sarai.language' // for the sign-in page, which doesn't know the person yet
const english = flatten(en)

class I18n {
  language = $state<Language>('en')
  locale = $state('en-IN')
  #messages = $state.raw<ReadonlyMap<string, string>>(english)
  #rules = $derived(new Intl.PluralRules(this.locale))

  get rightToLeft(): boolean {
    return this.language === pseudoLanguage
  }

  /** start chooses the language that this machine used last, else the browser's, else English. */
  async start(): Promise<void> {
    const asked = new URLSearchParams(location.search).get('language') ?? localStorage.getItem(rememberedKey)
    const wanted = [asked, ...navigator.languages.map((tag) => tag.split('-')[0])]
    await this.use(wanted.find(isLanguage) ?? 'en')
  }

  async use(language: Language): Promise<void> {
    if (language === pseudoLanguage) {
      this.#messages = new Map([...english].map(([key, text]) => [key, pseudo(text)]))
      this.locale = 'ar'
    } else {
      this.#messages = flatten(await languages[language].load())
      this.locale = languages[language].locale
    }
    this.language = language
    localStorage.setItem(rememberedKey, language)
    document.documentElement.lang = language
    document.documentElement.dir = this.rightToLeft ? 'rtl' : 'ltr'
  }

  /** t is the text of a message; what a language doesn't have yet is in English. */
  t(key: Key, params?: Params): string {
    return render(this.#messages, this.#rules, key, params) ?? render(english, this.#rules, key, params) ?? key
  }

  /** has tells whether there is such a message, for keys that are put together of what the server says. */
  has(key: string): key is Key {
    return english.has(key)
  }
}

export function isLanguage(tag: string | null | undefined): tag is Language {
  return tag === pseudoLanguage || Object.hasOwn(languages, tag ?? '')
}

export const i18n = new I18n()

export const t = (key: Key, params?: Params): string => i18n.t(key, params)
