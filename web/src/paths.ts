/** The paths of all screens, by their names. The server serves the page at these, and its JSON 404 elsewhere. */
export const paths = {
  today: '/',
  stayView: '/stay-view',
  housekeeping: '/housekeeping',
  downtime: '/downtime',
  account: '/account',
} as const

export type ScreenName = keyof typeof paths
