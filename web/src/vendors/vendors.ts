import type { Schemas } from '../api/client'
import { dayText } from '../i18n/format'
import { accountsQuery } from '../till/till'

export type Payment = Schemas['VendorledgerListedView']
export type Bill = Schemas['VendorledgerBillView']

/** views are the parts of the screen of vendors, where a person may see what is owed. */
export const views = ['list', 'ageing', 'payments', 'runs', 'tds', 'agents'] as const

export { accountsQuery }

/** banks are the accounts that a payment run can be paid from. */
export const banks = (accounts: readonly Schemas['LedgerView'][] = []) =>
  accounts
    .filter(({ kind, isActive }) => kind === 'bank' && isActive)
    .map(({ _id, name }) => ({ value: _id, label: name }))

export type Run = Schemas['PayrunView']
export type ListedRun = Schemas['PayrunListedView']

export const runTones = { draft: 'info', confirmed: 'good', cancelled: 'neutral' } as const

/** The sections of the Income-tax Act under which tax is withheld of bills. */
export const sections = ['194C', '194H', '194I(a)', '194I(b)', '194J(a)', '194J(b)', '194Q'] as const
export type Section = (typeof sections)[number]

/** quarterText names a quarter of the financial year that begins in April, of which the first is April to June. */
export function quarterText(year: number, quarter: number): string {
  const first = quarter === 4 ? 1 : 1 + quarter * 3
  const day = (month: number) => `${quarter === 4 ? year + 1 : year}-${String(month).padStart(2, '0')}-01`
  return `${dayText(day(first), { month: 'short' })} – ${dayText(day(first + 2), { month: 'short', year: 'numeric' })}`
}
