/** The paths of all screens, by their names. The server serves the page at these, and its JSON 404 elsewhere. */
export const paths = {
  today: '/',
  housekeeping: '/housekeeping',
  downtime: '/downtime',
  account: '/account',
  settings: '/settings',
  organization: '/settings/organization',
  rooms: '/settings/rooms',
  people: '/settings/people',
  roles: '/settings/roles',
  taxes: '/settings/taxes',
  series: '/settings/series',
  emailTemplates: '/settings/email-templates',
  emailTemplate: '/settings/email-templates/:templateId',
  notificationSettings: '/settings/notifications',
  sheetKey: '/settings/sheet-key',
  audit: '/settings/audit',
  services: '/settings/services',
  policies: '/settings/policies',
  companies: '/companies',
  rates: '/rates',
  ratePlans: '/rates/plans',
  ratePlan: '/rates/plans/:planId',
} as const

export type ScreenName = keyof typeof paths
