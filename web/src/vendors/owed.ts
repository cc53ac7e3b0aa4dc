import type { Schemas } from '../api/client'

interface Owed {
  companyId: string
  bills: number
  unpaid: number
  payableAmount: number
}

/** owedBy adds up the bills of each agent: all that stand, and what is to be paid of them; who gets most first. */
export function owedBy(
  bills: readonly Pick<Schemas['AgentfeeListedView'], 'companyId' | 'status' | 'payableAmount'>[],
  sum: (amounts: number[]) => number,
): Owed[] {
  const all = [...new Set(bills.map(({ companyId }) => companyId))].map((companyId) => {
    const own = bills.filter((bill) => bill.companyId === companyId && bill.status !== 'reversed')
    const unpaid = own.filter(({ status }) => status === 'unpaid')
    return {
      companyId,
      bills: own.length,
      unpaid: unpaid.length,
      payableAmount: sum(unpaid.map(({ payableAmount }) => payableAmount)),
    }
  })
  return all.sort((a, b) => b.payableAmount - a.payableAmount)
}
