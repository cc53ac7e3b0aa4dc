import type { Schemas } from '../api/client'
import type { Tone } from '../ui/tones'

export type Letter = Schemas['MessageListedView']
export type Kind = Letter['kind']
export type State = Letter['state']
export type Text = Schemas['MessageTextView']

export const kinds = ['confirmation', 'pre-arrival', 'arrival', 'in-stay', 'farewell', 'review'] as const
export const states = ['queued', 'sent', 'failed', 'skipped', 'simulated'] as const

export const stateTones: Record<State, Tone> = {
  queued: 'neutral',
  sent: 'good',
  failed: 'bad',
  skipped: 'warn',
  simulated: 'neutral',
}

/** later is when a list with a letter on its way is to be read again, in milliseconds. */
export const later = (list?: readonly Letter[]): number =>
  list?.some(({ state }) => state === 'queued') ? 5_000 : 60_000

/** unknown are the placeholders of a text that nothing is known to fill in, each once. */
export function unknown(text: string, variables: readonly string[]): string[] {
  const keys = [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, key]) => key!.trim())
  return [...new Set(keys)].filter((key) => !variables.includes(key) && key !== 'unsubscribeLink')
}
