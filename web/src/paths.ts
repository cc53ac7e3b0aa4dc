/** The paths of all screens, by their names. The server serves the page at these, and its JSON 404 elsewhere. */
export const paths = {
  today: '/',
  stayView: '/stay-view',
  housekeeping: '/housekeeping',
  downtime: '/downtime',
  account: '/account',
  nightAudit: '/night-audit',
  invoices: '/invoices',
  invoice: '/invoices/:invoiceId',
  creditNotes: '/credit-notes',
  creditNote: '/credit-notes/:creditNoteId',
  payments: '/payments',
  quotes: '/quotes',
  quote: '/quotes/:quoteId',
  expenses: '/expenses',
  vendors: '/vendors',
  accounts: '/accounts',
  statement: '/accounts/:accountId',
  gst: '/gst',
  reports: '/reports',
} as const

export type ScreenName = keyof typeof paths
