import type { ScreenName } from '../paths'
import { mayOpen } from '../palette/shortcuts.svelte'
import { session } from '../session/session.svelte'
import { filters } from './filters'

/** Where people may choose to begin, beside where their work is. */
export const homes = [
  'overview',
  'today',
  'stayView',
  'bookings',
  'housekeeping',
  'kitchen',
  'nightAudit',
  'invoices',
  'payments',
  'reports',
] as const satisfies readonly ScreenName[]

// The places of each kind of work, the first one first. Roles are each hotel's own: what they allow tells the work.
const places = {
  owner: ['overview', 'today', 'stayView', 'bookings', 'housekeeping'],
  desk: ['today', 'stayView', 'bookings', 'housekeeping', 'guests'],
  rooms: ['housekeeping', 'minibar', 'house', 'today', 'stayView', 'bookings'],
  books: ['invoices', 'payments', 'expenses', 'reports', 'today'],
} as const satisfies Record<string, readonly ScreenName[]>

function work(): keyof typeof places {
  if (session.may('roles.update')) return 'owner'
  if (session.may('bookings.update')) return 'desk'
  if (session.may('payments.update')) return 'books'
  return session.may('rooms.update') ? 'rooms' : 'desk'
}

/** mainPlaces are the screens that this person needs most, of those that they may open. */
export const mainPlaces = (count: number): ScreenName[] => places[work()].filter(mayOpen).slice(0, count)

/** ownHome is where this person's work is. */
export const ownHome = (): ScreenName => mainPlaces(1)[0] ?? 'account'

/** chosenHome is the screen that the person has chosen to begin with; undefined: none, or one not open to them. */
export const chosenHome = (): ScreenName | undefined =>
  homes.find((name) => name === filters.of('home').screen && mayOpen(name))

/** chooseHome keeps the choice with the person's other preferences; '' takes it back. */
export const chooseHome = (screen: string): void => filters.keep('home', new URLSearchParams({ screen }))
