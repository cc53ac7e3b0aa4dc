import type { Schemas } from '../api/client'
import { t } from '../i18n/i18n.svelte'
import { session } from '../session/session.svelte'
import type { Column } from '../ui/csv'

// The columns of money's lists as files. Amounts and dates are written as the API has them, for computing.

const amount = (label: string) => `${label} (${session.currency})`

type Taxed = Pick<Schemas['InvoiceListedView'], 'subtotal' | 'cgst' | 'sgst' | 'utgst' | 'otherTax' | 'totalAmount'>

const taxColumns = (): Column<Taxed>[] => [
  { label: amount(t('money.taxable')), value: (one) => one.subtotal },
  { label: amount(t('money.cgst')), value: (one) => one.cgst },
  { label: amount(t('money.sgst')), value: (one) => one.sgst },
  { label: amount(t('money.utgst')), value: (one) => one.utgst },
  { label: amount(t('money.otherTax')), value: (one) => one.otherTax },
  { label: amount(t('money.total')), value: (one) => one.totalAmount },
]

export const invoiceColumns = (): Column<Schemas['InvoiceListedView']>[] => [
  { label: t('money.number'), value: (one) => one.invoiceNumber },
  { label: t('money.date'), value: (one) => one.invoiceDate || one.createdAt.slice(0, 10) },
  { label: t('money.type'), value: (one) => t(`money.documentType.${one.documentType}`) },
  { label: t('money.buyer'), value: (one) => one.buyerName },
  { label: t('money.gstin'), value: (one) => one.buyerGstin },
  { label: t('money.booking'), value: (one) => one.bookingCode },
  { label: t('money.state'), value: (one) => t(`money.status.${one.status}`) },
  { label: t('money.dueDate'), value: (one) => one.dueDate },
  ...taxColumns(),
  { label: amount(t('money.paid')), value: (one) => one.amountPaid },
  { label: amount(t('money.credited')), value: (one) => one.amountCredited },
  { label: amount(t('money.due')), value: (one) => one.balanceDue },
]

export const creditNoteColumns = (): Column<Schemas['CreditnoteListedView']>[] => [
  { label: t('money.number'), value: (one) => one.creditNoteNumber },
  { label: t('money.date'), value: (one) => one.creditNoteDate },
  { label: t('money.invoice'), value: (one) => one.invoiceNumber },
  { label: t('money.buyer'), value: (one) => one.buyerName },
  { label: t('money.gstin'), value: (one) => one.buyerGstin },
  { label: t('money.booking'), value: (one) => one.bookingCode },
  { label: t('money.reason'), value: (one) => one.reason },
  ...taxColumns(),
]

type Payment = Schemas['PaymentView']

/** paidFor names what a payment or refund was for. */
export const paidFor = ({ allocations }: Payment): string =>
  allocations.map((part) => part.invoiceNumber || part.bookingCode || t('money.advance')).join(', ')

export const paymentColumns = (): Column<Payment>[] => [
  { label: t('money.number'), value: (one) => one.paymentNumber },
  { label: t('money.date'), value: (one) => one.date },
  { label: t('money.type'), value: (one) => t(one.type === 'refund' ? 'money.refund' : 'money.payment') },
  { label: t('money.state'), value: (one) => t(`money.status.${one.status}`) },
  { label: t('money.payer'), value: (one) => one.payerName },
  { label: t('money.for'), value: paidFor },
  { label: t('money.by'), value: (one) => t(`money.method.${one.method}`) },
  { label: t('money.account'), value: (one) => one.accountName },
  { label: t('money.reference'), value: (one) => one.reference },
  { label: amount(t('money.amount')), value: (one) => (one.type === 'refund' ? -one.amount : one.amount) },
]

export const expenseColumns = (): Column<Schemas['ExpenseView']>[] => [
  { label: t('money.number'), value: (one) => one.expenseNumber },
  { label: t('money.date'), value: (one) => one.date },
  { label: t('money.vendor'), value: (one) => one.vendorName },
  { label: t('money.category'), value: (one) => one.category },
  { label: t('money.description'), value: (one) => one.description },
  { label: t('money.account'), value: (one) => one.accountName },
  { label: t('money.bill'), value: (one) => one.billNumber },
  { label: amount(t('money.beforeTax')), value: (one) => one.amount },
  { label: amount(t('money.tax')), value: (one) => one.tax },
  { label: amount(t('money.cgst')), value: (one) => one.cgst ?? 0 },
  { label: amount(t('money.sgst')), value: (one) => one.sgst ?? 0 },
  { label: amount(t('money.igst')), value: (one) => one.igst ?? 0 },
  { label: amount(t('money.total')), value: (one) => one.totalAmount },
  { label: t('money.dueDate'), value: (one) => one.dueDate ?? '' },
  { label: amount(t('money.balance')), value: (one) => one.balanceDue ?? 0 },
]

export const quoteColumns = (): Column<Schemas['QuoteListedView']>[] => [
  { label: t('money.number'), value: (one) => one.quoteNumber },
  { label: t('money.date'), value: (one) => one.quoteDate },
  { label: t('money.guest'), value: (one) => one.guestName },
  { label: t('money.checkIn'), value: (one) => one.checkIn },
  { label: t('money.checkOut'), value: (one) => one.checkOut },
  { label: t('money.validUntil'), value: (one) => one.validUntil },
  { label: t('money.state'), value: (one) => t(`money.status.${one.status}`) },
  { label: t('money.booking'), value: (one) => one.bookingCode },
  { label: amount(t('money.total')), value: (one) => one.totalAmount },
]
