import type { Component } from 'svelte'
import BookOpen from '@lucide/svelte/icons/book-open'
import CalendarCheck from '@lucide/svelte/icons/calendar-check'
import CloudOff from '@lucide/svelte/icons/cloud-off'
import Sparkles from '@lucide/svelte/icons/sparkles'
import UserRound from '@lucide/svelte/icons/user-round'

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
}

export const screens: Record<ScreenName, Screen> = {
  today: {
    load: () => import('./today/Today.svelte'),
    title: 'today.title',
    needs: 'bookings.view',
    menu: { icon: CalendarCheck, group: 'desk' },
    key: 't',
  },
  bookings: {
    load: () => import('./booking/BookingList.svelte'),
    title: 'booking.list',
    needs: 'bookings.view',
    menu: { icon: BookOpen, group: 'desk' },
    key: 'b',
  },
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
  guest: { load: () => import('./guest/Guest.svelte'), title: 'guest.guest', needs: 'guests.view' },
  housekeeping: {
    load: () => import('./housekeeping/Housekeeping.svelte'),
    title: 'housekeeping.title',
    needs: 'rooms.view',
    menu: { icon: Sparkles, group: 'house' },
    key: 'h',
  },
  downtime: {
    load: () => import('./offline/Downtime.svelte'),
    title: 'downtime.title',
    needs: 'bookings.view',
    menu: { icon: CloudOff, group: 'desk' },
    key: 'd',
  },
  account: { load: () => import('./account/Account.svelte'), title: 'account.title' },
}
