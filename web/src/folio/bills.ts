import { answer, api, data, type Schemas } from '../api/client'
import type { Booking } from '../booking/bookings'
import type { Company } from '../booking/companies'
import { session } from '../session/session.svelte'

export type Bill = Schemas['InvoiceView']

/** Buyer is who pays a bill: the guest, a company by its id, or somebody whose particulars are typed. */
export interface Buyer {
  who: 'guest' | 'other' | string
  name: string
  gstin: string
  email: string
}

export const guestAsBuyer = (): Buyer => ({ who: 'guest', name: '', gstin: '', email: '' })

/** particulars of a buyer, as an invoice takes them; none for the guest, whom the server knows. */
export function particulars(buyer: Buyer, companies: readonly Company[]): Schemas['BuyerBody'] | undefined {
  if (buyer.who === 'guest') return undefined
  const company = companies.find(({ _id }) => _id === buyer.who)
  const { name, gstin, email } = company ?? buyer
  return { name, gstin, email, ...(company && { phone: company.phone, address: company.address }) }
}

/** draft makes an invoice of lines of a stay's folio, for a buyer. */
export const draft = (booking: Booking, lineIds: string[], buyer: Schemas['BuyerBody'] | undefined, key: string) =>
  data(
    api.POST('/api/invoices/{orgId}/create', {
      params: { path: { orgId: session.orgId }, header: { 'Idempotency-Key': key } },
      body: { bookingId: booking.bookingId, lineIds, ...(buyer && { buyer }) },
    }),
  )

/** drop deletes a draft: what it bills can be billed again. */
export const drop = (invoiceId: string) =>
  answer(
    api.DELETE('/api/invoices/{orgId}/{invoiceId}/delete', { params: { path: { orgId: session.orgId, invoiceId } } }),
  )
