import type { Component } from 'svelte'
import BriefcaseBusiness from '@lucide/svelte/icons/briefcase-business'
import CalendarCheck from '@lucide/svelte/icons/calendar-check'
import CloudOff from '@lucide/svelte/icons/cloud-off'
import SettingsIcon from '@lucide/svelte/icons/settings'
import Sparkles from '@lucide/svelte/icons/sparkles'
import Tags from '@lucide/svelte/icons/tags'

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
  notificationSettings: {
    load: () => import('./settings/Notifications.svelte'),
    title: 'settings.notifications.title',
    needs: 'notifications.view',
  },
  sheetKey: { load: () => import('./settings/SheetKey.svelte'), title: 'settings.sheetKey.title', needs: 'organization.update' },
  audit: { load: () => import('./settings/Audit.svelte'), title: 'settings.audit.title', needs: 'audit_logs.view' },
  services: { load: () => import('./settings/Services.svelte'), title: 'settings.services.title', needs: 'rooms.view' },
  policies: { load: () => import('./settings/Policies.svelte'), title: 'settings.policies.title', needs: 'rooms.view' },
  companies: {
    load: () => import('./settings/Companies.svelte'),
    title: 'settings.companies.title',
    needs: 'guests.view',
    menu: { icon: BriefcaseBusiness, group: 'desk' },
    key: 'c',
  },
  rates: {
    load: () => import('./rates/Rates.svelte'),
    title: 'rates.title',
    needs: 'rooms.view',
    menu: { icon: Tags, group: 'house' },
    key: 'r',
  },
  ratePlans: { load: () => import('./rates/RatePlans.svelte'), title: 'rates.plans', needs: 'rooms.view' },
  ratePlan: { load: () => import('./rates/RatePlan.svelte'), title: 'rates.plan', needs: 'rooms.view' },
}
