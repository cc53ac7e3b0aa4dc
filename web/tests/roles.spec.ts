import type { Page } from '@playwright/test'

import { expect, people, test, type Desk, type PersonName } from './hotel'
import { open } from './places'

/** What the console offers on a screen, and the request that it is for. */
interface Action {
  on: keyof Places
  name: string
  role?: 'button' | 'menuitem' // of the menu `More`
  request: [method: string, path: string]
  who: PersonName[]
}

interface Places {
  today: string
  arriving: string // a booking that is expected
  inHouse: string
  draft: string // an invoice
  owed: string // an issued invoice that isn't paid
  invoices: string
  payments: string
  rates: string
  ratePlans: string
  rooms: string
  people: string
  roles: string
  taxes: string
  organization: string
}

const nobody = '0'.repeat(24) // the server looks at the permission first: what it then doesn't find stays undone
const booking = `/api/bookings/{org}/${nobody}`
const invoice = `/api/invoices/{org}/${nobody}`
const owners: PersonName[] = ['Devika', 'Arjun']
const desk: PersonName[] = [...owners, 'Meera']
const office: PersonName[] = [...owners, 'Suresh']
const money: PersonName[] = [...desk, 'Suresh']

const actions: Action[] = [
  { on: 'today', name: 'New booking', request: ['POST', '/api/bookings/{org}/create'], who: desk },
  { on: 'arriving', name: 'Check in', request: ['POST', `${booking}/arrival`], who: desk },
  { on: 'arriving', name: 'Take payment', request: ['POST', '/api/payments/{org}/create'], who: money },
  { on: 'arriving', name: 'Charge', request: ['POST', `${booking}/charges`], who: desk },
  { on: 'arriving', name: 'Edit details', request: ['PUT', `${booking}/update-guest`], who: desk },
  { on: 'arriving', name: 'Change stay', role: 'menuitem', request: ['PUT', `${booking}/stay`], who: desk },
  { on: 'arriving', name: 'Change prices', role: 'menuitem', request: ['PUT', `${booking}/nights`], who: desk },
  { on: 'arriving', name: 'Add a room', role: 'menuitem', request: ['POST', `${booking}/add-room`], who: desk },
  { on: 'arriving', name: 'Cancel booking', role: 'menuitem', request: ['PUT', `${booking}/cancel`], who: desk },
  { on: 'arriving', name: 'Mark as no-show', role: 'menuitem', request: ['POST', `${booking}/no-show`], who: desk },
  { on: 'inHouse', name: 'Check out', request: ['PUT', `${booking}/checkout`], who: desk },
  { on: 'draft', name: 'Issue', request: ['POST', `${invoice}/issue`], who: money },
  { on: 'draft', name: 'Delete the draft', request: ['DELETE', `${invoice}/delete`], who: office },
  { on: 'owed', name: 'Take a payment', request: ['POST', '/api/payments/{org}/create'], who: money },
  { on: 'owed', name: 'Send by mail', request: ['POST', `${invoice}/send`], who: money },
  { on: 'owed', name: 'Credit', request: ['POST', '/api/credit-notes/{org}/create'], who: office },
  { on: 'owed', name: 'Void', request: ['POST', `${invoice}/void`], who: office },
  { on: 'invoices', name: 'New invoice', request: ['POST', '/api/invoices/{org}/create'], who: money },
  { on: 'payments', name: 'Take a payment', request: ['POST', '/api/payments/{org}/create'], who: money },
  { on: 'rates', name: 'Change many dates', request: ['PUT', '/api/rates/{org}/bulk'], who: owners },
  { on: 'ratePlans', name: 'New rate plan', request: ['POST', '/api/rate-plans/{org}/create'], who: owners },
  { on: 'rooms', name: 'New category', request: ['POST', '/api/room-categories/{org}/create'], who: owners },
  { on: 'rooms', name: 'Many rooms', request: ['POST', '/api/rooms/{org}/bulk-create'], who: owners },
  { on: 'people', name: 'Invite somebody', request: ['POST', '/api/users/{org}/create'], who: owners },
  { on: 'roles', name: 'New role', request: ['POST', '/api/roles/{org}/create'], who: ['Devika'] },
  { on: 'taxes', name: 'New tax', request: ['POST', '/api/taxes/{org}/create'], who: office },
  { on: 'organization', name: 'Save', request: ['PUT', '/api/organization/{org}/update'], who: owners },
]

async function places(devika: Desk): Promise<Places> {
  const day = (plus: number) => new Date(Date.now() + plus * 86_400_000).toISOString().slice(0, 10)
  const stay = { checkIn: day(90), checkOut: day(91) }
  const free = await devika.post<{ rooms: object[] }>('/api/bookings/{org}/check-availability', stay)
  const rooms = [{ ...free.rooms[0], ratePerNight: 3000, adults: 1 }]
  const guest = { guestName: 'Rohini Role', guestPhone: '+91 98450 40404' }
  const made = await devika.post<{ bookingId: string }>('/api/bookings/{org}/create', { ...stay, ...guest, rooms })
  const draft = await devika.post<{ _id: string }>('/api/invoices/{org}/create', { bookingId: made.bookingId })
  const [here] = await devika.get<{ bookingId: string }[]>('/api/bookings/{org}/list?inHouse=true&limit=1')
  const issued = '/api/invoices/{org}/list?status=issued&limit=100'
  const owed = (await devika.get<{ _id: string; balanceDue: number }[]>(issued)).find(({ balanceDue }) => balanceDue)
  return {
    today: '/today',
    arriving: `/bookings/${made.bookingId}`,
    inHouse: `/bookings/${here!.bookingId}`,
    draft: `/invoices/${draft._id}`,
    owed: `/invoices/${owed!._id}`,
    invoices: '/invoices',
    payments: '/payments',
    rates: '/rates',
    ratePlans: '/rates/plans',
    rooms: '/settings/rooms',
    people: '/settings/people',
    roles: '/settings/roles',
    taxes: '/settings/taxes',
    organization: '/settings/organization',
  }
}

/** offered says whether an action can be pressed here: one that stays with the reason why not isn't offered. */
async function offered(page: Page, { name, role = 'button' }: Action): Promise<boolean> {
  const more = page.getByRole('button', { name: 'More', exact: true })
  if (role === 'menuitem' && !(await page.getByRole('menu').count()) && (await more.count())) await more.click()
  const found = page.getByRole(role, { name, exact: true }).and(page.locator(':not([aria-disabled=true])'))
  return (await found.count()) > 0
}

for (const person of Object.keys(people) as PersonName[]) {
  test(`what ${person} is offered is what the server lets ${person} do`, async ({ page, enter, desk, request }) => {
    const all = await places(await desk())
    const self = await desk(person)
    await enter(person)
    for (const on of Object.keys(all) as (keyof Places)[]) {
      await test.step(on, async () => {
        await open(page, all[on])
        for (const action of actions.filter((one) => one.on === on)) {
          const may = action.who.includes(person)
          const [method, path] = action.request
          const headers = { Authorization: `Bearer ${self.token}` }
          const answer = await request.fetch(self.url + path.replace('{org}', self.org), { method, headers, data: [] })
          expect(answer.status() === 403, `${method} ${path} is refused`).toBe(!may)
          expect(answer.ok(), `${method} ${path} does something`).toBe(false)
          await expect.poll(() => offered(page, action), `${action.name} is offered`).toBe(may)
        }
      })
    }
  })
}
