import type { Component } from 'svelte'
import BedDouble from '@lucide/svelte/icons/bed-double'
import Building from '@lucide/svelte/icons/building-2'
import ShieldCheck from '@lucide/svelte/icons/shield-check'
import Users from '@lucide/svelte/icons/users'

import type { Key } from '../i18n/messages'
import type { ScreenName } from '../paths'

/** What the overview of the settings links to, in groups. */
export const parts: { title: Key; parts: { name: ScreenName; icon: Component<Record<string, unknown>>; text: Key }[] }[] = [
  {
    title: 'settings.groups.hotel',
    parts: [
      { name: 'organization', icon: Building, text: 'settings.organization.text' },
      { name: 'rooms', icon: BedDouble, text: 'settings.rooms.text' },
    ],
  },
  {
    title: 'settings.groups.people',
    parts: [
      { name: 'people', icon: Users, text: 'settings.people.text' },
      { name: 'roles', icon: ShieldCheck, text: 'settings.roles.overview' },
    ],
  },
]
