import { upload, type Schemas } from '../api/client'
import { session } from '../session/session.svelte'

/** billPath is the bill of an expense. */
export const billPath = (expenseId: string): string => `/api/expenses/${session.orgId}/${expenseId}/file`

/** putBill keeps a file as the bill of an expense; it replaces another. */
export const putBill = (expenseId: string, file: File): Promise<void> => upload(billPath(expenseId), file)

type LineBody = Schemas['ExpenseLineBody']

/** What the tax of a line may be, and what section 17(5) bars from credit, as the API names them. */
export const inputTaxes = ['hotel-rule', 'claimed', 'not-claimed', 'blocked'] as const
export const blockedKinds = [
  'motor-vehicle',
  'food-and-drink',
  'beauty-and-health',
  'life-and-health-insurance',
  'club',
  'travel-of-employees',
  'construction',
  'works-contract',
  'personal-use',
  'lost-or-given-away',
  'composition-dealer',
  'non-resident',
  'penalty',
] as const

/** A line of a bill as it is typed; an amount is null where nothing is. */
export type BillLine = Omit<LineBody, 'amount' | 'cgst' | 'sgst' | 'igst'> &
  Record<'amount' | 'cgst' | 'sgst' | 'igst', number | null>

/** sent is what of the typed lines is sent. */
export const sent = (lines: BillLine[]): LineBody[] =>
  lines.map((line) => ({
    ...line,
    amount: line.amount as number,
    cgst: line.cgst ?? 0,
    sgst: line.sgst ?? 0,
    igst: line.igst ?? 0,
  }))
