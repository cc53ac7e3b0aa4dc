/** Tone is what the colours of a badge or a notice say (style/base.css); the text says it too. */
export type Tone = 'neutral' | 'good' | 'warn' | 'bad' | 'info' | 'blocked'

/**
 * The tone of every state, whatever record is in it: grey is what nothing is expected of (a draft, what is over), blue
 * is under way, green is well, amber asks for something, red is wrong.
 */
export const tones = {
  // documents
  'draft': 'neutral',
  'issued': 'info',
  'sent': 'info',
  'partially_paid': 'warn',
  'paid': 'good',
  'accepted': 'good',
  'declined': 'neutral',
  'expired': 'neutral',
  'recorded': 'neutral',
  'refund': 'info',
  'void': 'neutral',
  // stays
  'expected': 'info',
  'due-in': 'info',
  'not-arrived': 'bad',
  'in-house': 'good',
  'due-out': 'warn',
  'overstay': 'bad',
  'departed': 'neutral',
  'cancelled': 'neutral',
  'no-show': 'neutral',
  // who waits
  'waiting': 'neutral',
  'open': 'good',
  'booked': 'info',
  'past': 'neutral',
  // groups
  'tentative': 'warn',
  'definite': 'good',
  // rooms
  'vacant': 'neutral',
  'arrival': 'info',
  'occupied': 'good',
  'stayover': 'good',
  'out-of-order': 'blocked',
  'unassigned': 'info',
  // mails
  'queued': 'neutral',
  'failed': 'bad',
} as const satisfies Record<string, Tone>
