import restOfEnglish from './en.json?url'
import first from './first/en.json'
import restOfHindi from './hi.json?url'
import { flatten, pseudo, render, type Flat, type Key, type Params, type Tree } from './messages'

/**
 * A language of the console: what the page says before anybody is signed in, and the rest, which comes meanwhile. The
 * rest is data and no script: one language is read, of however many there are. A new one is two files beside those of
 * English, and lines here.
 */
export const languages = {
  en: {
    name: 'English',
    locale: 'en-IN',
    first: async () => first,
    rest: () => texts(restOfEnglish),
  },
  hi: {
    name: 'हिन्दी',
    locale: 'hi-IN',
    first: async () => (await import('./first/hi.json')).default,
    rest: () => texts(restOfHindi),
  },
} as const

async function texts(url: string): Promise<Tree> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`the texts of the language aren't there: ${answer.status}`)
  return answer.json()
}

/** For trying: everything in a longer foreign spelling, from right to left. It is chosen by `?language=ar-XB` alone. */
export const pseudoLanguage = 'ar-XB'

export type Language = keyof typeof languages | typeof pseudoLanguage

const rememberedKey = 'sarai.language' // for the sign-in page, which doesn't know the person yet
const real = (language: Language) => languages[language === pseudoLanguage ? 'en' : language]

class I18n {
  language = $state<Language>('en')
  locale = $state('en-IN')
  /** whole is kept when all messages of the language are here; it fails if they can't be loaded. */
  whole = $state.raw<Promise<unknown>>(Promise.resolve())
  #wanted: Language = 'en'
  #messages = $state.raw<Flat>(flatten(first))
  #rules = $derived(new Intl.PluralRules(this.locale))

  get rightToLeft(): boolean {
    return this.language === pseudoLanguage
  }

  /** start chooses the language that this machine used last, else the browser's, else English. */
  async start(): Promise<void> {
    const asked = new URLSearchParams(location.search).get('language') ?? localStorage.getItem(rememberedKey)
    const wanted = [asked, ...navigator.languages.map((tag) => tag.split('-')[0])]
    const language = wanted.find(isLanguage) ?? 'en'
    this.#speak(language, flatten(await real(language).first()))
    this.whole = this.use(language)
  }

  async use(language: Language): Promise<void> {
    this.#wanted = language
    const [first, rest] = await Promise.all([real(language).first(), real(language).rest()])
    if (this.#wanted === language) this.#speak(language, flatten({ ...first, ...rest }))
  }

  #speak(language: Language, messages: Flat) {
    const inPseudo = language === pseudoLanguage
    this.#messages = inPseudo ? new Map([...messages].map(([key, text]) => [key, pseudo(text)])) : messages
    this.locale = inPseudo ? 'ar' : real(language).locale
    this.language = language
    localStorage.setItem(rememberedKey, language)
    document.documentElement.lang = language
    document.documentElement.dir = this.rightToLeft ? 'rtl' : 'ltr'
  }

  /** t is the text of a message. */
  t(key: Key, params?: Params): string {
    return render(this.#messages, this.#rules, key, params) ?? key
  }

  /** has tells whether there is such a message, for keys that are put together of what the server says. */
  has(key: string): key is Key {
    return this.#messages.has(key)
  }
}

export function isLanguage(tag: string | null | undefined): tag is Language {
  return tag === pseudoLanguage || Object.hasOwn(languages, tag ?? '')
}

export const i18n = new I18n()

export const t = (key: Key, params?: Params): string => i18n.t(key, params)
