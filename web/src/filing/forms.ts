import type { Schemas } from '../api/client'

export type Listed = Schemas['FilingListedView']
export type Form = Schemas['FilingView']
export type Status = Listed['status']

/** What can be noted as filed of a form now; '' is nothing. */
export function nextStep({
  status,
  differs,
}: Pick<Listed, 'status' | 'differs'>): 'arrival' | 'departure' | 'correction' | '' {
  if (status === 'arrival-due') return 'arrival'
  if (status === 'departure-due') return 'departure'
  return differs.length > 0 ? 'correction' : ''
}

/** hoursLeft is how many hours there are to file what is due, rounded down; below zero, it is late. */
export const hoursLeft = (dueAt: string, now = Date.now()): number => Math.floor((Date.parse(dueAt) - now) / 3_600_000)

/** The tone of a countdown: it turns at 12 hours (half the time), and at the end. */
export const toneOf = (hours: number): 'info' | 'warn' | 'bad' => (hours < 4 ? 'bad' : hours < 12 ? 'warn' : 'info')
