// The screens of the console, and how journeys open them.
import type { Page } from '@playwright/test'

import { paths, type ScreenName } from '../src/paths'
import { expect, type Desk } from './hotel'

export const names = Object.keys(paths) as ScreenName[]

// The records that the screens of one record are opened with: the first of each list.
const lists: Record<string, string> = {
  bookingId: '/api/bookings/{org}/list?limit=1',
  guestId: '/api/guests/{org}/list?limit=1',
  invoiceId: '/api/invoices/{org}/list?limit=1',
  creditNoteId: '/api/credit-notes/{org}/list?limit=1',
  quoteId: '/api/quotes/{org}/list?limit=1',
  accountId: '/api/accounts/{org}/list',
  templateId: '/api/email-templates/{org}/list',
  planId: '/api/rate-plans/{org}/list',
}

// The first group of the list; where there is none, one is made.
async function aGroup(desk: Desk): Promise<string> {
  const [first] = await desk.get<{ _id: string }[]>('/api/groups/{org}/list?limit=1')
  const group = { name: 'Garden party', checkIn: '2099-04-01', checkOut: '2099-04-03' }
  return (first ?? (await desk.post<{ _id: string }>('/api/groups/{org}/create', group)))._id
}

/** addresses are those of all screens, each with a record that is there. */
export async function addresses(desk: Desk): Promise<Record<ScreenName, string>> {
  const ids: Record<string, string> = {}
  for (const [param, path] of Object.entries(lists)) {
    const [first] = await desk.get<{ _id?: string; bookingId?: string }[]>(path)
    ids[param] = first?._id ?? first?.bookingId ?? '665f1c2ab7e4d90012ab34cd'
  }
  ids.kind = 'review'
  ids.language = 'en'
  ids.groupId = await aGroup(desk)
  const filled = names.map((name) => [name, paths[name].replace(/:(\w+)/g, (_, param: string) => ids[param] ?? '')])
  return Object.fromEntries(filled) as Record<ScreenName, string>
}

/** open goes on without loading the page anew, as a link does. */
export async function open(page: Page, address: string) {
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)
  await expect(page.locator('#main h1')).toBeVisible()
  await expect(page.locator('#main').getByText('Loading …')).toHaveCount(0)
}
