import { exact } from './sums'

/** What an invoice still owes. */
interface Debt {
  _id: string
  balanceDue: number
}

/**
 * allocate spreads an amount over invoices in the order in which they were chosen. What is more than they owe goes to
 * the last, of which the server makes an advance.
 */
export function allocate(amount: number, invoices: readonly Debt[]): { invoiceId: string; amount: number }[] {
  let left = amount
  const parts = invoices.map(({ _id, balanceDue }, i) => {
    const part = i === invoices.length - 1 ? left : Math.min(left, balanceDue)
    left = exact(left - part)
    return { invoiceId: _id, amount: part }
  })
  return parts.filter((part) => part.amount > 0)
}
