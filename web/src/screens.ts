import type { Component } from 'svelte'
import CalendarCheck from '@lucide/svelte/icons/calendar-check'
import SettingsIcon from '@lucide/svelte/icons/settings'

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
  account: { load: () => import('./account/Account.svelte'), title: 'account.title' },
  settings: {
    load: () => import('./settings/Settings.svelte'),
    title: 'settings.title',
    menu: { icon: SettingsIcon, group: 'settings' },
    key: 's',
  },
  organization: {
    load: () => import('./settings/Organization.svelte'),
    title: 'settings.organization.title',
    needs: 'organization.view',
  },
  rooms: { load: () => import('./settings/Rooms.svelte'), title: 'settings.rooms.title', needs: 'rooms.view' },
  people: { load: () => import('./settings/People.svelte'), title: 'settings.people.title', needs: 'users.view' },
  roles: { load: () => import('./settings/Roles.svelte'), title: 'settings.roles.title', needs: 'roles.view' },
}
