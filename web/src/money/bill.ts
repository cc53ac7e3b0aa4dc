import { upload } from '../api/client'
import { session } from '../session/session.svelte'

/** billPath is the bill of an expense. */
export const billPath = (expenseId: string): string => `/api/expenses/${session.orgId}/${expenseId}/file`

/** putBill keeps a file as the bill of an expense; it replaces another. */
export const putBill = (expenseId: string, file: File): Promise<void> => upload(billPath(expenseId), file)
