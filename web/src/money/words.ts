import type { Schemas } from '../api/client'
import { dayText, figure } from '../i18n/format'
import { i18n, t } from '../i18n/i18n.svelte'

/** Words of what the API names in money's documents. */
export const methods = ['cash', 'card', 'upi', 'bank_transfer', 'ota', 'other'] as const
export const mealPlans = ['EP', 'CP', 'MAP', 'AP'] as const
export const kinds = ['cash', 'bank', 'card', 'upi', 'ota'] as const
export const invoiceStatuses = ['draft', 'issued', 'partially_paid', 'paid', 'void'] as const
export const quoteStatuses = ['draft', 'sent', 'accepted', 'declined', 'expired'] as const

export { tones } from '../ui/tones'

/** holdsMoney tells accounts that are paid into from those of the chart, which only vouchers move. */
export const holdsMoney = ({ kind }: { kind: string }): boolean => (kinds as readonly string[]).includes(kind)

/** usable are accounts that money can go into or come from. */
export const usable = <A extends { kind: string; isActive: boolean }>(accounts: A[] = []): A[] =>
  accounts.filter((account) => account.isActive && holdsMoney(account))

type Option = { value: string; label: string }

/** withAll puts the choice of everything before others, as filters have it. */
export const withAll = (options: Option[]): Option[] => [{ value: '', label: t('list.all') }, ...options]

export const methodOptions = (): Option[] => methods.map((value) => ({ value, label: t(`money.method.${value}`) }))
/** methodText names a way of paying. */
export const methodText = (method: string): string =>
  methodOptions().find(({ value }) => value === method)?.label ?? method
export const kindOptions = (): Option[] => kinds.map((value) => ({ value, label: t(`money.kind.${value}`) }))

/** dateText is a day of a document in a table, such as `14 Apr 2026`. */
export const dateText = (day: string | null): string =>
  day ? dayText(day, { day: 'numeric', month: 'short', year: 'numeric' }) : ''

/** balanceText is what is owed, or is to be given back, in words: `₹4,050 to give back`. */
export function balanceText(balance: number): string {
  if (balance === 0) return t('money.settled')
  return t(balance > 0 ? 'money.toPay' : 'money.toGiveBack', { amount: figure(Math.abs(balance)) })
}

/** documentText names the kind of a document behind an entry. */
export function documentText(document: string): string {
  const key = `money.document.${document}`
  return i18n.has(key) ? t(key) : document
}

/** taxText names the tax of a line with its rate. */
export function taxText(line: Pick<Schemas['InvoiceLineView'], 'taxName' | 'taxRate'>): string {
  return line.taxName ? `${line.taxName} ${line.taxRate} %` : t('money.noTax')
}

export { asOf as ifMatch } from '../api/stale'
