/** The paths of all screens, by their names. The server serves the page at these, and its JSON 404 elsewhere. */
export const paths = {
  today: '/',
  account: '/account',
  settings: '/settings',
  organization: '/settings/organization',
  rooms: '/settings/rooms',
  people: '/settings/people',
  roles: '/settings/roles',
} as const

export type ScreenName = keyof typeof paths
