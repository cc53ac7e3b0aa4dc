/** Tone is what the colours of a badge or a notice say (style/base.css); the text says it too. */
export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info' | 'blocked'
