import type { Schemas } from '../api/client'
import { exact, sum } from '../money/sums'

export type Settlement = Schemas['PayoutView']
export type ListedSettlement = Schemas['PayoutListedView']
type Row = Schemas['PayoutRowView']

/** What a company keeps of what it collected, and what it pays out, in the order of its statements. */
export const parts = [
  'grossAmount',
  'commissionAmount',
  'gstOnCommission',
  'tcsAmount',
  'tdsAmount',
  'netAmount',
] as const
export type Part = (typeof parts)[number]

/** A line as it is typed: an amount that isn't typed is null. */
export interface Line extends Record<Part, number | null> {
  reference: string
  invoiceId: string
  invoiceNumber: string
}

export const emptyLine = (): Line => ({
  reference: '',
  invoiceId: '',
  invoiceNumber: '',
  grossAmount: null,
  commissionAmount: null,
  gstOnCommission: null,
  tcsAmount: null,
  tdsAmount: null,
  netAmount: null,
})

/** restOf is what of a line's gross neither the deductions nor the net explain: none, if it balances. */
export const restOf = (line: Record<Part, number | null>): number =>
  exact((line.grossAmount ?? 0) - sum(parts.slice(1).map((part) => line[part] ?? 0)))

/** totalOf adds up a part of all lines. */
export const totalOf = (lines: readonly Record<Part, number | null>[], part: Part): number =>
  sum(lines.map((line) => line[part] ?? 0))

/** dueOf is what has to come to the bank: the lines' net, less fees of the whole. */
export const dueOf = (lines: readonly Line[], fees: number | null): number =>
  exact(totalOf(lines, 'netAmount') - (fees ?? 0))

/** lineOf is a row of a report as a line; it settles an invoice that owes enough, and is unapplied otherwise. */
export function lineOf(row: Row): Line {
  const settles = ['matched', 'differs'].includes(row.state) && row.grossAmount <= row.dueAmount
  const amounts = Object.fromEntries(parts.map((part) => [part, row[part] || null])) as Record<Part, number | null>
  return {
    reference: row.reference,
    invoiceId: settles ? (row.invoiceId ?? '') : '',
    invoiceNumber: settles ? (row.invoiceNumber ?? '') : '',
    ...amounts,
  }
}

export const stateTones = {
  'matched': 'good',
  'differs': 'warn',
  'not-invoiced': 'info',
  'settled': 'neutral',
  'other-account': 'warn',
  'repeated': 'warn',
  'unknown': 'bad',
} as const
