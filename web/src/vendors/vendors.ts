import type { Schemas } from '../api/client'
import { accountsQuery } from '../till/till'

export type Payment = Schemas['VendorledgerListedView']
export type Bill = Schemas['VendorledgerBillView']

/** views are the parts of the screen of vendors, where a person may see what is owed. */
export const views = ['list', 'ageing', 'payments', 'runs'] as const

export { accountsQuery }

/** banks are the accounts that a payment run can be paid from. */
export const banks = (accounts: readonly Schemas['LedgerView'][] = []) =>
  accounts
    .filter(({ kind, isActive }) => kind === 'bank' && isActive)
    .map(({ _id, name }) => ({ value: _id, label: name }))

export type Run = Schemas['PayrunView']
export type ListedRun = Schemas['PayrunListedView']

export const runTones = { draft: 'info', confirmed: 'good', cancelled: 'neutral' } as const
