import type { Component } from 'svelte'
import Banknote from '@lucide/svelte/icons/banknote'
import BookOpen from '@lucide/svelte/icons/book-open'
import BriefcaseBusiness from '@lucide/svelte/icons/briefcase-business'
import CalendarCheck from '@lucide/svelte/icons/calendar-check'
import ChartColumn from '@lucide/svelte/icons/chart-column'
import ChartGantt from '@lucide/svelte/icons/chart-gantt'
import CloudOff from '@lucide/svelte/icons/cloud-off'
import Coins from '@lucide/svelte/icons/coins'
import FileCheck from '@lucide/svelte/icons/file-check'
import FileMinus from '@lucide/svelte/icons/file-minus'
import FileText from '@lucide/svelte/icons/file-text'
import Gauge from '@lucide/svelte/icons/gauge'
import HandCoins from '@lucide/svelte/icons/hand-coins'
import Handshake from '@lucide/svelte/icons/handshake'
import KeySquare from '@lucide/svelte/icons/key-square'
import Globe from '@lucide/svelte/icons/globe'
import ListOrdered from '@lucide/svelte/icons/list-ordered'
import Landmark from '@lucide/svelte/icons/landmark'
import Mails from '@lucide/svelte/icons/mails'
import MoonStar from '@lucide/svelte/icons/moon-star'
import NotebookPen from '@lucide/svelte/icons/notebook-pen'
import Scale from '@lucide/svelte/icons/scale'
import Receipt from '@lucide/svelte/icons/receipt'
import Refrigerator from '@lucide/svelte/icons/refrigerator'
import SettingsIcon from '@lucide/svelte/icons/settings'
import Sparkles from '@lucide/svelte/icons/sparkles'
import Store from '@lucide/svelte/icons/store'
import Stamp from '@lucide/svelte/icons/stamp'
import Tags from '@lucide/svelte/icons/tags'
import UserRound from '@lucide/svelte/icons/user-round'
import UsersRound from '@lucide/svelte/icons/users-round'
import Utensils from '@lucide/svelte/icons/utensils'
import Wallet from '@lucide/svelte/icons/wallet'
import Wrench from '@lucide/svelte/icons/wrench'

import type { Key } from './i18n/messages'
import type { ScreenName } from './paths'
import type { Permission } from './session/session.svelte'

/** A screen of the console: what it needs, and where the menu has it. */
export interface Screen {
  load: () => Promise<{ default: Component<Record<string, never>> }>
  title: Key
  /** Without it the screen says why it is closed; a screen without a need is open to all. */
  needs?: Permission
  /** Its place in the menu; a screen without one is reached from others. */
  menu?: { icon: Component<Record<string, unknown>>; group: 'desk' | 'house' | 'money' | 'settings' }
  /** The letter after `g` that opens it. */
  key?: string
  /** What of its query is kept for the person as filters: neither dates, nor what was typed, nor the page. */
  keeps?: readonly string[]
}

export const screens: Record<ScreenName, Screen> = {
  home: { load: () => import('./shell/Home.svelte'), title: 'shell.home', keeps: ['screen'] },
  overview: {
    load: () => import('./overview/Overview.svelte'),
    title: 'overview.title',
    needs: 'payments.view',
    menu: { icon: Gauge, group: 'desk' },
    key: 'o',
  },
  today: {
    load: () => import('./today/Today.svelte'),
    title: 'today.title',
    needs: 'bookings.view',
    menu: { icon: CalendarCheck, group: 'desk' },
    key: 't',
  },
  stayView: {
    load: () => import('./stayview/StayView.svelte'),
    title: 'stayView.title',
    needs: 'bookings.view',
    menu: { icon: ChartGantt, group: 'desk' },
    key: 's',
    keeps: ['days', 'type', 'floor', 'state', 'folded'],
  },
  bookings: {
    load: () => import('./booking/BookingList.svelte'),
    title: 'booking.list',
    needs: 'bookings.view',
    menu: { icon: BookOpen, group: 'desk' },
    key: 'b',
    keeps: ['status', 'source', 'sort', 'owed', 'overbooked'],
  },
  waitlist: {
    load: () => import('./waitlist/Waitlist.svelte'),
    title: 'waitlist.title',
    needs: 'bookings.view',
    menu: { icon: ListOrdered, group: 'desk' },
    key: 'w',
    keeps: ['status'],
  },
  groups: {
    load: () => import('./group/Groups.svelte'),
    title: 'groups.title',
    needs: 'bookings.view',
    menu: { icon: UsersRound, group: 'desk' },
    key: 'j',
    keeps: ['status'],
  },
  group: { load: () => import('./group/Group.svelte'), title: 'groups.group', needs: 'bookings.view' },
  roomingList: {
    load: () => import('./group/RoomingList.svelte'),
    title: 'groups.roomingList',
    needs: 'bookings.create',
  },
  groupPapers: { load: () => import('./group/Papers.svelte'), title: 'groups.papers', needs: 'bookings.view' },
  newBooking: { load: () => import('./booking/NewBooking.svelte'), title: 'booking.new', needs: 'bookings.create' },
  booking: { load: () => import('./booking/Booking.svelte'), title: 'booking.booking', needs: 'bookings.view' },
  checkIn: { load: () => import('./booking/CheckIn.svelte'), title: 'booking.checkIn', needs: 'bookings.update' },
  checkOut: { load: () => import('./booking/CheckOut.svelte'), title: 'booking.checkOut', needs: 'bookings.update' },
  guests: {
    load: () => import('./guest/GuestList.svelte'),
    title: 'guest.list',
    needs: 'guests.view',
    menu: { icon: UserRound, group: 'desk' },
    key: 'u',
  },
  duplicates: { load: () => import('./guest/Duplicates.svelte'), title: 'merge.title', needs: 'guests.view' },
  guest: { load: () => import('./guest/Guest.svelte'), title: 'guest.guest', needs: 'guests.view' },
  formsIII: {
    load: () => import('./filing/Forms.svelte'),
    title: 'filing.title',
    needs: 'guests.view',
    menu: { icon: Globe, group: 'desk' },
    keeps: ['status'],
  },
  formIII: { load: () => import('./filing/FormIII.svelte'), title: 'filing.title', needs: 'guests.view' },
  letters: {
    load: () => import('./letters/Letters.svelte'),
    title: 'letters.title',
    needs: 'bookings.view',
    menu: { icon: Mails, group: 'desk' },
    key: 'l',
    keeps: ['state', 'kind'],
  },
  register: {
    load: () => import('./registration/Register.svelte'),
    title: 'register.title',
    needs: 'guests.view',
    menu: { icon: NotebookPen, group: 'desk' },
  },
  housekeeping: {
    load: () => import('./housekeeping/Housekeeping.svelte'),
    title: 'housekeeping.title',
    needs: 'rooms.view',
    menu: { icon: Sparkles, group: 'house' },
    key: 'h',
    keeps: ['whose', 'state', 'floor'],
  },
  house: {
    load: () => import('./house/House.svelte'),
    title: 'house.title',
    needs: 'rooms.view',
    menu: { icon: Wrench, group: 'house' },
  },
  minibar: {
    load: () => import('./minibar/Minibar.svelte'),
    title: 'minibar.title',
    needs: 'rooms.view',
    menu: { icon: Refrigerator, group: 'house' },
  },
  kitchen: {
    load: () => import('./extras/Kitchen.svelte'),
    title: 'extras.kitchen',
    needs: 'bookings.view',
    menu: { icon: Utensils, group: 'house' },
    key: 'f',
  },
  downtime: {
    load: () => import('./offline/Downtime.svelte'),
    title: 'downtime.title',
    needs: 'bookings.view',
    menu: { icon: CloudOff, group: 'desk' },
    key: 'd',
  },
  nightAudit: {
    load: () => import('./nightaudit/NightAudit.svelte'),
    title: 'nightAudit.title',
    needs: 'payments.view',
    menu: { icon: MoonStar, group: 'desk' },
    key: 'n',
  },
  till: {
    load: () => import('./till/Till.svelte'),
    title: 'till.title',
    needs: 'payments.view',
    menu: { icon: Banknote, group: 'desk' },
    key: 'z',
    keeps: ['accountId', 'state'],
  },
  approvals: {
    load: () => import('./approvals/Approvals.svelte'),
    title: 'approvals.title',
    needs: 'payments.view',
    menu: { icon: Stamp, group: 'desk' },
    key: 'g',
  },
  invoices: {
    load: () => import('./money/Invoices.svelte'),
    title: 'money.invoices',
    needs: 'invoices.view',
    menu: { icon: FileText, group: 'money' },
    key: 'i',
    keeps: ['status', 'overdue'],
  },
  invoice: {
    load: () => import('./money/Invoice.svelte'),
    title: 'money.invoice',
    needs: 'invoices.view',
  },
  creditNotes: {
    load: () => import('./money/CreditNotes.svelte'),
    title: 'money.creditNotes',
    needs: 'credit_notes.view',
    menu: { icon: FileMinus, group: 'money' },
    key: 'c',
  },
  creditNote: {
    load: () => import('./money/CreditNote.svelte'),
    title: 'money.creditNotes',
    needs: 'credit_notes.view',
  },
  payments: {
    load: () => import('./money/Payments.svelte'),
    title: 'money.payments',
    needs: 'payments.view',
    menu: { icon: HandCoins, group: 'money' },
    key: 'p',
    keeps: ['type', 'method', 'accountId', 'status'],
  },
  banks: {
    load: () => import('./banks/Banks.svelte'),
    title: 'banks.title',
    needs: 'accounts.view',
    menu: { icon: Coins, group: 'money' },
    keeps: ['account', 'state'],
  },
  deposits: {
    load: () => import('./deposits/Deposits.svelte'),
    title: 'deposits.title',
    needs: 'payments.view',
    menu: { icon: KeySquare, group: 'money' },
    keeps: ['state'],
  },
  settlements: {
    load: () => import('./settlements/Settlements.svelte'),
    title: 'settlements.title',
    needs: 'payments.view',
    menu: { icon: Handshake, group: 'money' },
    keeps: ['companyId', 'status'],
  },
  quotes: {
    load: () => import('./money/Quotes.svelte'),
    title: 'money.quotes',
    needs: 'quotes.view',
    menu: { icon: FileCheck, group: 'money' },
    key: 'q',
    keeps: ['status'],
  },
  quote: {
    load: () => import('./money/Quote.svelte'),
    title: 'money.quotes',
    needs: 'quotes.view',
  },
  expenses: {
    load: () => import('./money/Expenses.svelte'),
    title: 'money.expenses',
    needs: 'expenses.view',
    menu: { icon: Wallet, group: 'money' },
    key: 'e',
    keeps: ['category', 'vendorId', 'accountId'],
  },
  vendors: {
    load: () => import('./money/Vendors.svelte'),
    title: 'money.vendors',
    needs: 'vendors.view',
    menu: { icon: Store, group: 'money' },
    key: 'v',
  },
  accounts: {
    load: () => import('./money/Accounts.svelte'),
    title: 'money.accounts',
    needs: 'accounts.view',
    menu: { icon: Landmark, group: 'money' },
    key: 'a',
  },
  statement: {
    load: () => import('./money/Account.svelte'),
    title: 'money.accounts',
    needs: 'accounts.view',
  },
  books: {
    load: () => import('./books/Books.svelte'),
    title: 'books.title',
    needs: 'accounts.view',
    menu: { icon: Scale, group: 'money' },
    key: 'y',
  },
  gst: {
    load: () => import('./money/Gst.svelte'),
    title: 'money.gst',
    needs: 'invoices.view',
    menu: { icon: Receipt, group: 'money' },
    key: 'x',
  },
  reports: {
    load: () => import('./reports/Reports.svelte'),
    title: 'reports.title',
    needs: 'payments.view',
    menu: { icon: ChartColumn, group: 'money' },
    key: 'k',
    keeps: ['days'],
  },
  account: { load: () => import('./account/Account.svelte'), title: 'account.title' },
  settings: {
    load: () => import('./settings/Settings.svelte'),
    title: 'settings.title',
    menu: { icon: SettingsIcon, group: 'settings' },
    key: ',',
  },
  organization: {
    load: () => import('./settings/Organization.svelte'),
    title: 'settings.organization.title',
    needs: 'organization.view',
  },
  rooms: { load: () => import('./settings/Rooms.svelte'), title: 'settings.rooms.title', needs: 'rooms.view' },
  people: { load: () => import('./settings/People.svelte'), title: 'settings.people.title', needs: 'users.view' },
  roles: { load: () => import('./settings/Roles.svelte'), title: 'settings.roles.title', needs: 'roles.view' },
  taxes: { load: () => import('./settings/Taxes.svelte'), title: 'settings.taxes.title', needs: 'taxes.view' },
  series: { load: () => import('./settings/Series.svelte'), title: 'settings.series.title', needs: 'series.view' },
  emailTemplates: {
    load: () => import('./settings/EmailTemplates.svelte'),
    title: 'settings.templates.title',
    needs: 'email_templates.view',
  },
  emailTemplate: {
    load: () => import('./settings/EmailTemplate.svelte'),
    title: 'settings.templates.one',
    needs: 'email_templates.view',
  },
  letterSettings: {
    load: () => import('./settings/Letters.svelte'),
    title: 'settings.letters.title',
    needs: 'email_templates.view',
  },
  letterTexts: {
    load: () => import('./letters/Words.svelte'),
    title: 'letters.words',
    needs: 'email_templates.view',
  },
  letterText: {
    load: () => import('./letters/Word.svelte'),
    title: 'letters.words',
    needs: 'email_templates.view',
  },
  arrivalSettings: {
    load: () => import('./settings/Arrivals.svelte'),
    title: 'settings.arrivals.title',
    needs: 'bookings.view',
  },
  notificationSettings: {
    load: () => import('./settings/Notifications.svelte'),
    title: 'settings.notifications.title',
    needs: 'notifications.view',
  },
  sheetKey: {
    load: () => import('./settings/SheetKey.svelte'),
    title: 'settings.sheetKey.title',
    needs: 'organization.update',
  },
  audit: {
    load: () => import('./settings/Audit.svelte'),
    title: 'settings.audit.title',
    needs: 'audit_logs.view',
    keeps: ['action', 'userId'],
  },
  services: { load: () => import('./settings/Services.svelte'), title: 'settings.services.title', needs: 'rooms.view' },
  policies: { load: () => import('./settings/Policies.svelte'), title: 'settings.policies.title', needs: 'rooms.view' },
  companies: {
    load: () => import('./settings/Companies.svelte'),
    title: 'settings.companies.title',
    needs: 'guests.view',
    menu: { icon: BriefcaseBusiness, group: 'desk' },
    key: 'm',
  },
  rates: {
    load: () => import('./rates/Rates.svelte'),
    title: 'rates.title',
    needs: 'rooms.view',
    menu: { icon: Tags, group: 'house' },
    key: 'r',
    keeps: ['category'],
  },
  ratePlans: { load: () => import('./rates/RatePlans.svelte'), title: 'rates.plans', needs: 'rooms.view' },
  ratePlan: { load: () => import('./rates/RatePlan.svelte'), title: 'rates.plan', needs: 'rooms.view' },
}
