import { i18n } from '../i18n/i18n.svelte'

/** The languages that guests of Indian hotels most often write in, as codes of ISO 639-1. */
export const languages = [
  'en', 'hi', 'bn', 'gu', 'kn', 'ml', 'mr', 'pa', 'ta', 'te', 'ur', 'ne',
  'ar', 'de', 'es', 'fr', 'he', 'it', 'ja', 'ko', 'nl', 'pt', 'ru', 'zh',
] as const // prettier-ignore

/** languageName is what the language of the screen calls a language. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames(i18n.locale, { type: 'language', fallback: 'code' }).of(code) ?? code
