/** What a badge or a notice says by its colours (style/base.css), beside its text. */
export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info' | 'blocked'
