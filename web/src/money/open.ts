import { answer, api, type Schemas } from '../api/client'
import { session } from '../session/session.svelte'

export type OpenInvoice = Schemas['InvoiceListedView']

/** openInvoices finds invoices that owe something, the latest first. */
export async function openInvoices(search: string): Promise<OpenInvoice[]> {
  const pages = await Promise.all(
    (['issued', 'partially_paid'] as const).map((status) => {
      const query = { status, search: search || undefined, limit: 20 }
      return answer(api.GET('/api/invoices/{orgId}/list', { params: { path: { orgId: session.orgId }, query } }))
    }),
  )
  return pages.flatMap((page) => page.data).filter((invoice) => invoice.balanceDue > 0)
}
