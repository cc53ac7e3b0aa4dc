import { createQuery } from '@tanstack/svelte-query'

import { answer, api, data, file, type Schemas } from '../api/client'
import { changed } from '../api/query'
import { asOf } from '../api/stale'
import { session } from '../session/session.svelte'
import { toasts } from '../ui/toasts.svelte'
import { messageOf } from '../ui/form.svelte'
import { plain } from '../ui/plain'
import type { Booking } from './bookings'

export const pathOf = (bookingId: string) => ({ orgId: session.orgId, bookingId })

export { asOf }

export const readBooking = (bookingId: string): Promise<Booking> =>
  data(api.GET('/api/bookings/{orgId}/{bookingId}', { params: { path: pathOf(bookingId) } }))

export const bookingQuery = (bookingId: () => string) =>
  createQuery(() => ({
    queryKey: ['bookings', 'one', bookingId()],
    queryFn: () => readBooking(bookingId()),
    meta: { follows: ['folios', 'invoices', 'payments'] },
  }))

export const folioQuery = (bookingId: () => string) =>
  createQuery(() => ({
    queryKey: ['folios', bookingId()],
    queryFn: () => data(api.GET('/api/bookings/{orgId}/{bookingId}/folio', { params: { path: pathOf(bookingId()) } })),
    meta: { follows: ['bookings', 'invoices', 'payments'] },
  }))

export type Payment = Schemas['PaymentView']
export type ListedInvoice = Schemas['InvoiceListedView']

export const paymentsQuery = (bookingId: () => string) =>
  createQuery(() => ({
    queryKey: ['payments', 'of', bookingId()],
    queryFn: async (): Promise<Payment[]> => {
      const params = { path: { orgId: session.orgId }, query: { bookingId: bookingId(), limit: 100 } }
      return (await answer(api.GET('/api/payments/{orgId}/list', { params }))).data
    },
    enabled: session.may('payments.view'),
    meta: { follows: ['invoices'] },
  }))

export async function invoicesOf(bookingId: string): Promise<ListedInvoice[]> {
  const params = { path: { orgId: session.orgId }, query: { bookingId, limit: 100 } }
  return (await answer(api.GET('/api/invoices/{orgId}/list', { params }))).data
}

export const invoicesQuery = (bookingId: () => string) =>
  createQuery(() => ({
    queryKey: ['invoices', 'of', bookingId()],
    queryFn: () => invoicesOf(bookingId()),
    enabled: session.may('invoices.view'),
    meta: { follows: ['payments'] },
  }))

/** Mails are written and sent in the background: those that wait are soon asked about again. */
export const mailsQuery = (bookingId: () => string) =>
  createQuery(() => ({
    queryKey: ['bookings', 'mails', bookingId()],
    queryFn: async (): Promise<Schemas['NotificationMailView'][]> => {
      const params = { path: pathOf(bookingId()), query: { limit: 100 } }
      return (await answer(api.GET('/api/bookings/{orgId}/{bookingId}/mails', { params }))).data
    },
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'queued') ? 5_000 : 30_000),
    meta: { follows: ['invoices', 'payments'] },
  }))

/** settled has everything read anew that a change of a booking touches. */
export const settled = (): Promise<void> =>
  changed('bookings', 'folios', 'invoices', 'payments', 'rooms', 'housekeeping', 'guests', 'waitlist')

/** openPdf shows a document in a tab of its own, or saves it where the browser allows no tab. */
export async function openPdf(path: string): Promise<void> {
  const tab = window.open('', '_blank') // in the moment of the click, or the browser blocks it
  try {
    const { blob, name } = await file(path)
    const url = URL.createObjectURL(blob)
    if (tab) tab.location.href = url
    else Object.assign(document.createElement('a'), { href: url, download: name }).click()
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  } catch (error) {
    tab?.close()
    toasts.add(messageOf(error), { tone: 'bad' })
  }
}

export const invoicePdf = (invoiceId: string) => `/api/invoices/${session.orgId}/${invoiceId}/pdf`
export const paymentPdf = (paymentId: string) => `/api/payments/${session.orgId}/${paymentId}/pdf`

export const registrationCard = (bookingId: string) => `/api/bookings/${session.orgId}/${bookingId}/registration-card`

/** issueInvoice issues a draft, as it was read, and applies what the guest has paid in advance where it is wanted. */
export const issueInvoice = (invoice: { _id: string; version: number }, applyAdvances: boolean) =>
  data(
    api.POST('/api/invoices/{orgId}/{invoiceId}/issue', {
      params: { path: { orgId: session.orgId, invoiceId: invoice._id }, header: asOf(invoice) },
      body: { applyAdvances },
    }),
  )

export const sendInvoice = (invoiceId: string, email: string) =>
  data(
    api.POST('/api/invoices/{orgId}/{invoiceId}/send', {
      params: { path: { orgId: session.orgId, invoiceId } },
      body: email ? { email } : {},
    }),
  )

/** warn shows what the server says to look at, of something that it did. */
export function warn(warnings: readonly { message: string }[] | undefined): void {
  for (const { message } of warnings ?? []) toasts.add(plain(message), { tone: 'bad' })
}
