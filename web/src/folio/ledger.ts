import type { ListedInvoice, Payment } from '../booking/actions'
import { cents, charges, isMasters, type Folio, type Line } from '../booking/bookings'
import type { Day } from '../i18n/format'

/** Entry is a line of a stay's account, in the order in which it came about, with what is owed after it. */
export type Entry = {
  key: string
  date: Day
  /** Until when, of entries of a day, it came about. */
  at: string
  balance: number
} & (
  | { kind: 'charge'; line: Line; charged: number; paid?: undefined }
  | { kind: 'payment'; payment: Folio['payments'][number]; more?: Payment; charged?: undefined; paid: number }
  | { kind: 'invoice'; invoice: ListedInvoice; charged?: undefined; paid?: undefined }
)

const orderOf = { charge: 0, payment: 1, invoice: 2 } as const

/**
 * ledgerOf is everything of an account in one list: charges and payments, whose sums are the folio's, and between them
 * its invoices, which change nothing of what is owed; nor do charges that the group pays. `payments` says more of those
 * that the person may see.
 */
export function ledgerOf(
  folio: Folio,
  payments: readonly Payment[] = [],
  invoices: readonly ListedInvoice[] = [],
): Entry[] {
  const entries: Entry[] = [
    ...charges(folio.lines).map((line, i) => ({
      kind: 'charge' as const,
      key: line.lineId || `line ${i}`,
      date: line.date,
      at: line.createdAt,
      line,
      charged: isMasters(line) ? 0 : line.totalAmount,
      balance: 0,
    })),
    ...folio.payments.map((payment) => ({
      kind: 'payment' as const,
      key: payment.paymentId + payment.type,
      date: payment.date,
      at: payment.receivedAt,
      payment,
      more: payments.find(({ _id }) => _id === payment.paymentId),
      paid: payment.type === 'refund' ? -payment.amount : payment.amount,
      balance: 0,
    })),
    ...invoices.map((invoice) => ({
      kind: 'invoice' as const,
      key: invoice._id,
      date: invoice.invoiceDate || invoice.createdAt.slice(0, 10),
      at: invoice.issuedAt ?? invoice.createdAt,
      invoice,
      balance: 0,
    })),
  ]
  entries.sort((a, b) => a.date.localeCompare(b.date) || orderOf[a.kind] - orderOf[b.kind] || a.at.localeCompare(b.at))
  let balance = 0
  for (const entry of entries) {
    balance = cents(balance + (entry.charged ?? 0) - (entry.paid ?? 0))
    entry.balance = balance
  }
  return entries
}

/** comingOf is what of the rooms is still to be posted: for the guest, and for the master account of the group. */
export function comingOf({ lines, totals }: Pick<Folio, 'lines' | 'totals'>): { own: number; master: number } {
  const posted = charges(lines).reduce((all, line) => all + (isMasters(line) ? line.totalAmount : 0), 0)
  const master = cents(totals.routedAmount - posted)
  return { own: cents(totals.toBePosted - master), master }
}

/** Account is one whom a payment of a stay can be for: its guest, or the buyer of one of its bills. */
export interface Account {
  /** The bill; '' for the guest, whose payments settle what isn't billed to others. */
  invoiceId: string
  number: string
  buyer: string
  owed: number
}

/**
 * accountsOf tells apart what is owed of a stay: what others' bills owe, which are parts of a split bill, and what is
 * left for the guest. A draft owes already, but can't be paid yet.
 */
export function accountsOf(balanceDue: number, invoices: readonly ListedInvoice[]): Account[] {
  const parts = invoices.filter(({ split, status }) => split && status !== 'void')
  const owes = (invoice: ListedInvoice) => (invoice.status === 'draft' ? invoice.totalAmount : invoice.balanceDue)
  const others = parts.reduce((all, invoice) => all + owes(invoice), 0)
  const bills = parts
    .filter((invoice) => invoice.status !== 'draft' && invoice.balanceDue > 0)
    .map(({ _id, invoiceNumber, buyerName, balanceDue }) => ({
      invoiceId: _id,
      number: invoiceNumber,
      buyer: buyerName,
      owed: balanceDue,
    }))
  return [{ invoiceId: '', number: '', buyer: '', owed: cents(balanceDue - others) }, ...bills]
}
