import { answer, api, data } from '../api/client'
import type { ScreenName } from '../paths'
import { allProducts } from '../rates/products'
import { categories, here, type Category } from '../settings/records'
import type { Permission } from '../session/session.svelte'

/** A step from sign-up to the first booking. It is done when what it makes exists. */
export interface Step {
  name: 'facts' | 'categories' | 'rooms' | 'rates' | 'people' | 'booking'
  screen: ScreenName
  needs: Permission
  done: () => Promise<boolean>
}

const totalOf = ({ pagination }: { pagination: { total: number } }) => pagination.total
const one = { page: 1, limit: 1 }

export const steps: Step[] = [
  { name: 'facts', screen: 'organization', needs: 'organization.update', done: hasAddress },
  {
    name: 'categories',
    screen: 'rooms',
    needs: 'room_categories.create',
    done: async () => (await categories()).length > 0,
  },
  { name: 'rooms', screen: 'rooms', needs: 'rooms.create', done: async () => (await categories()).some(hasRooms) },
  // A plan without a product sells nothing.
  {
    name: 'rates',
    screen: 'ratePlans',
    needs: 'rooms.manage',
    done: async () => (await allProducts()).products.length > 0,
  },
  { name: 'people', screen: 'people', needs: 'users.create', done: hasPeople },
  { name: 'booking', screen: 'newBooking', needs: 'bookings.create', done: hasBooking },
]

const hasRooms = ({ roomsCount }: Category) => roomsCount > 0

async function hasAddress(): Promise<boolean> {
  const { address } = await data(api.GET('/api/organization/{orgid}', { params: { path: { orgid: here().orgId } } }))
  return address.line1 !== '' && address.city !== ''
}

async function hasPeople(): Promise<boolean> {
  const path = here()
  const people = await data(api.GET('/api/users/{orgId}/list', { params: { path } }))
  const invitations = await data(api.GET('/api/invitations/{orgId}/list', { params: { path } }))
  return (people?.length ?? 0) > 1 || (invitations ?? []).some(({ status }) => status === 'pending')
}

async function hasBooking(): Promise<boolean> {
  return totalOf(await answer(api.GET('/api/bookings/{orgId}/list', { params: { path: here(), query: one } }))) > 0
}
