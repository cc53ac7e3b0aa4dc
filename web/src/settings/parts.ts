import type { Component } from 'svelte'
import BedDouble from '@lucide/svelte/icons/bed-double'
import Bell from '@lucide/svelte/icons/bell'
import Building from '@lucide/svelte/icons/building-2'
import Coffee from '@lucide/svelte/icons/coffee'
import Hash from '@lucide/svelte/icons/hash'
import History from '@lucide/svelte/icons/history'
import IdCard from '@lucide/svelte/icons/id-card'
import KeyRound from '@lucide/svelte/icons/key-round'
import Mail from '@lucide/svelte/icons/mail'
import Percent from '@lucide/svelte/icons/percent'
import ScrollText from '@lucide/svelte/icons/scroll-text'
import Send from '@lucide/svelte/icons/send'
import ShieldCheck from '@lucide/svelte/icons/shield-check'
import Tags from '@lucide/svelte/icons/tags'
import Users from '@lucide/svelte/icons/users'

import type { Key } from '../i18n/messages'
import type { ScreenName } from '../paths'

interface Part {
  name: ScreenName
  icon: Component<Record<string, unknown>>
  text: Key
}

/** What the overview of the settings links to, in groups. */
export const parts: { title: Key; parts: Part[] }[] = [
  {
    title: 'settings.groups.hotel',
    parts: [
      { name: 'organization', icon: Building, text: 'settings.organization.text' },
      { name: 'rooms', icon: BedDouble, text: 'settings.rooms.text' },
      { name: 'arrivalSettings', icon: IdCard, text: 'settings.overview.arrivals' },
    ],
  },
  {
    title: 'settings.groups.people',
    parts: [
      { name: 'people', icon: Users, text: 'settings.people.text' },
      { name: 'roles', icon: ShieldCheck, text: 'settings.roles.overview' },
    ],
  },
  {
    title: 'settings.groups.selling',
    parts: [
      { name: 'ratePlans', icon: Tags, text: 'settings.overview.ratePlans' },
      { name: 'services', icon: Coffee, text: 'settings.overview.services' },
      { name: 'policies', icon: ScrollText, text: 'settings.overview.policies' },
      { name: 'taxes', icon: Percent, text: 'settings.overview.taxes' },
    ],
  },
  {
    title: 'settings.groups.papers',
    parts: [
      { name: 'series', icon: Hash, text: 'settings.overview.series' },
      { name: 'emailTemplates', icon: Mail, text: 'settings.overview.templates' },
      { name: 'letterSettings', icon: Send, text: 'settings.overview.letters' },
      { name: 'notificationSettings', icon: Bell, text: 'settings.overview.notifications' },
    ],
  },
  {
    title: 'settings.groups.system',
    parts: [
      { name: 'audit', icon: History, text: 'settings.overview.audit' },
      { name: 'sheetKey', icon: KeyRound, text: 'settings.overview.sheetKey' },
    ],
  },
]
