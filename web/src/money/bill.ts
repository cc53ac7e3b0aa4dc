import { ApiError, authorized, type Fault } from '../api/client'
import { session } from '../session/session.svelte'

/** billPath is the bill of an expense. */
export const billPath = (expenseId: string): string => `/api/expenses/${session.orgId}/${expenseId}/file`

/** putBill keeps a file as the bill of an expense; it replaces another. */
export async function putBill(expenseId: string, file: File): Promise<void> {
  const body = new FormData()
  body.set('file', file)
  const address = new URL(billPath(expenseId), location.origin)
  const response = await authorized(new Request(address, { method: 'PUT', body }))
  if (response.ok) return
  const { message = '', errors = [] } = (await response.json().catch(() => ({}))) as {
    message?: string
    errors?: Fault[]
  }
  throw new ApiError(response.status, message, errors)
}
