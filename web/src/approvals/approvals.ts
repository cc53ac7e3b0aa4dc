import { api, data, type Schemas } from '../api/client'
import { money } from '../i18n/format'
import { t } from '../i18n/i18n.svelte'
import { dateText } from '../money/words'
import { href } from '../router.svelte'
import { session } from '../session/session.svelte'

export type Approval = Schemas['ApprovalView']
type Fact = [label: string, value: string]

/** The fields of the hotel's limits, and the kinds of acts that they are for. */
export const limits = {
  refund: 'refund',
  paymentVoid: 'payment_void',
  creditNote: 'credit_note',
  invoiceVoid: 'invoice_void',
  voucher: 'voucher',
  allowance: 'allowance',
  discount: 'discount',
  complimentary: 'complimentary',
} as const

/** actText is what is asked for, such as `Refund of ₹7,500 · PAY-12`. */
export function actText({ kind, amount, document }: Schemas['ApprovalActView']): string {
  const text = t('approvals.act', { kind: t(`approvals.kinds.${kind}`), amount: money(amount) })
  return document.number ? `${text} · ${document.number}` : text
}

/** placeOf is where the document is shown whole. */
export function placeOf({ kind, id, number }: Schemas['ApprovalDocumentView']): string | undefined {
  if (!id) return undefined
  if (kind === 'booking') return href('booking', { bookingId: id })
  if (kind === 'invoice') return href('invoice', { invoiceId: id })
  return kind === 'payment' ? href('payments', { search: number }) : href('books', { view: 'vouchers' })
}

/** factsOf are the document in a few words, so that whoever decides needs to open nothing. */
export async function factsOf({ kind, id }: Schemas['ApprovalDocumentView']): Promise<Fact[]> {
  const path = { orgId: session.orgId }
  if (kind === 'booking') {
    const one = await data(
      api.GET('/api/bookings/{orgId}/{bookingId}', { params: { path: { ...path, bookingId: id } } }),
    )
    return [
      [t('money.guest'), one.guestName],
      [t('approvals.stay'), `${dateText(one.checkIn)} – ${dateText(one.checkOut)}`],
      [t('money.total'), money(one.totalAmount)],
      [t('money.balance'), money(one.balanceDue)],
    ]
  }
  if (kind === 'invoice') {
    const one = await data(
      api.GET('/api/invoices/{orgId}/{invoiceId}', { params: { path: { ...path, invoiceId: id } } }),
    )
    return [
      [t('money.buyer'), one.buyerName || one.guestName],
      [t('money.date'), dateText(one.invoiceDate)],
      [t('money.total'), money(one.totalAmount)],
      [t('money.due'), money(one.balanceDue)],
    ]
  }
  if (kind === 'payment') {
    const one = await data(
      api.GET('/api/payments/{orgId}/{paymentId}', { params: { path: { ...path, paymentId: id } } }),
    )
    return [
      [t('money.payer'), one.payerName],
      [t('money.date'), dateText(one.date)],
      [t('money.amount'), `${money(one.amount)} · ${t(`money.method.${one.method}`)}`],
      [t('money.refunded'), money(one.refundedAmount)],
    ]
  }
  const one = await data(api.GET('/api/vouchers/{orgId}/{voucherId}', { params: { path: { ...path, voucherId: id } } }))
  return [
    [t('books.narration'), one.narration],
    [t('money.date'), dateText(one.date)],
    [t('money.amount'), money(one.amount)],
  ]
}
