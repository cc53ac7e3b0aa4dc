import type { Component } from 'svelte'
import Bed from '@lucide/svelte/icons/bed-double'
import Building from '@lucide/svelte/icons/building-2'
import CalendarPlus from '@lucide/svelte/icons/calendar-plus'
import CalendarRange from '@lucide/svelte/icons/calendar-range'
import FileText from '@lucide/svelte/icons/file-text'
import UserRound from '@lucide/svelte/icons/user-round'
import UsersRound from '@lucide/svelte/icons/users-round'

import { api, data, type Schemas } from '../api/client'
import { money, shortDay } from '../i18n/format'
import { t } from '../i18n/i18n.svelte'
import type { Key } from '../i18n/messages'
import { paths, type ScreenName } from '../paths'
import { href } from '../router.svelte'
import { screens } from '../screens'
import { session, type Permission } from '../session/session.svelte'
import { mayOpen } from './shortcuts.svelte'

/** Something that the palette offers to open. */
export interface Command {
  label: string
  more: string
  address: string
  icon: Component<Record<string, unknown>>
}

/** The views of screens that have a name of their own, with what they need beside what their screen does. */
const views: readonly (readonly [ScreenName, string, Key, Permission?])[] = [
  ['companies', 'list', 'companies.statements', 'invoices.view'],
  ['companies', 'reminders', 'companies.views.reminders', 'invoices.view'],
  ['companies', 'ageing', 'companies.ageing', 'invoices.view'],
  ['vendors', 'agents', 'agents.commission', 'expenses.view'],
  ['vendors', 'runs', 'vendors.views.runs', 'expenses.view'],
  ['vendors', 'tds', 'vendors.views.tds', 'expenses.view'],
  ['books', 'month', 'books.views.month'],
  ['books', 'sheet', 'books.views.sheet'],
  ['books', 'vouchers', 'books.views.vouchers'],
  ['books', 'chart', 'books.views.chart'],
  ['books', 'budget', 'books.views.budget'],
  ['books', 'mapping', 'books.views.mapping'],
  ['banks', 'statements', 'banks.views.statements'],
  ['banks', 'reconciliation', 'banks.views.reconciliation'],
  ['reports', 'flash', 'reports.views.flash'],
  ['reports', 'forecast', 'reports.views.forecast', 'bookings.view'],
  ['reports', 'cancellations', 'reports.views.cancellations'],
  ['reports', 'guests', 'reports.views.guests', 'bookings.view'],
  ['reports', 'scheduled', 'reports.views.scheduled'],
  ['approvals', 'limits', 'approvals.views.limits'],
  ['till', 'rates', 'till.views.rates'],
  ['minibar', 'pars', 'minibar.pars.title'],
  ['house', 'found', 'house.views.found'],
]

/** commandsFor lists the screens, and what can be begun, whose names have the words. */
export function commandsFor(words: string): Command[] {
  const list: Command[] = []
  if (session.may('bookings.create')) {
    list.push({ label: t('palette.newBooking'), more: 'n', address: '/bookings/new', icon: CalendarPlus })
  }
  for (const name of Object.keys(screens) as ScreenName[]) {
    const { menu, title, key } = screens[name]
    if (!menu || !mayOpen(name)) continue
    list.push({ label: t(title), more: key ? `g ${key}` : '', address: paths[name], icon: menu.icon })
  }
  for (const [name, view, key, needs] of words.trim() ? views : []) {
    const { menu, title } = screens[name]
    if (!menu || !mayOpen(name) || (needs && !session.may(needs))) continue
    list.push({ label: t(key), more: t(title), address: href(name, { view }), icon: menu.icon })
  }
  const wanted = words.trim().toLocaleLowerCase()
  return list.filter(({ label }) => label.toLocaleLowerCase().includes(wanted))
}

type Booking = Pick<Schemas['BookingView'], 'guestName' | 'code' | 'checkIn' | 'checkOut' | 'bookingId'>

export const bookingCommand = (one: Booking & { rooms: string[] }): Command => ({
  label: `${one.guestName} · ${one.code}`,
  more: `${one.rooms.join(', ')} ${shortDay(one.checkIn)}–${shortDay(one.checkOut)}`,
  address: href('booking', { bookingId: one.bookingId }),
  icon: CalendarRange,
})

export const guestCommand = (one: Pick<Schemas['GuestView'], '_id' | 'name' | 'phone' | 'email'>): Command => ({
  label: one.name,
  more: one.phone || one.email,
  address: href('guest', { guestId: one._id }),
  icon: UserRound,
})

/** found is what the server finds, of what the person may see. */
export async function found(words: string): Promise<Command[]> {
  const params = { path: { orgId: session.orgId }, query: { q: words } }
  const {
    guests = [],
    companies = [],
    bookings = [],
    groups = [],
    rooms = [],
    invoices = [],
  } = await data(api.GET('/api/search/{orgId}', { params }))
  return [
    ...bookings.map(bookingCommand),
    ...guests.map(guestCommand),
    ...groups.map((one) => ({
      label: `${one.name} · ${one.code}`,
      more: `${shortDay(one.checkIn)}–${shortDay(one.checkOut)}`,
      address: href('group', { groupId: one._id }),
      icon: UsersRound,
    })),
    ...rooms.map((one) => ({
      label: `${t('palette.room')} ${one.roomNumber}`,
      more: one.category.name,
      address: href('housekeeping', { room: one.roomNumber }),
      icon: Bed,
    })),
    ...invoices.map((one) => ({
      label: `${one.invoiceNumber || t('palette.draft')} · ${one.buyerName || one.guestName}`,
      more: money(one.totalAmount),
      address: href('invoice', { invoiceId: one._id }),
      icon: FileText,
    })),
    ...companies.map((one) => ({
      label: one.name,
      more: one.phone || one.email,
      address: href('companies', session.may('invoices.view') ? { company: one._id } : {}),
      icon: Building,
    })),
  ]
}
