import { beforeEach, expect, test, vi } from 'vitest'

const sent: unknown[] = []
vi.mock('../session/session.svelte', () => ({ session: { orgId: 'hotel', onForget: () => undefined } }))
vi.mock('../api/client', () => ({
  api: { PUT: async (_: string, { body }: { body: { filters: unknown } }) => void sent.push(body.filters) },
}))
vi.mock('../screens', () => ({
  screens: { invoices: { keeps: ['status', 'overdue'] }, payments: { keeps: ['method'] }, guests: {} },
}))
const { filters } = await import('./filters')

beforeEach(() => {
  filters.forget()
  sent.length = 0
})
const query = (text: string) => new URLSearchParams(text)

test('keeps what the screen names, and nothing else of the query', async () => {
  filters.keep('invoices', query('status=paid&search=Rao&from=2026-04-01&page=3'))
  expect(filters.of('invoices')).toEqual({ status: 'paid' })
  filters.keep('guests', query('search=Rao'))
  await vi.waitFor(() => expect(sent).toEqual([{ invoices: { status: 'paid' } }]))
})

test('sends a change once, the last word last, and forgets what is cleared', async () => {
  filters.keep('invoices', query('status=paid'))
  filters.keep('invoices', query('status=paid&page=2'))
  filters.keep('invoices', query('status=void'))
  filters.keep('payments', query('method=upi'))
  filters.keep('payments', query(''))
  await vi.waitFor(() =>
    expect(sent).toEqual([{ invoices: { status: 'paid' } }, { invoices: { status: 'void' }, payments: null }]),
  )
})

test('what the server has counts, but for what was chosen meanwhile', () => {
  filters.keep('invoices', query('status=paid'))
  filters.takeOver({ invoices: { status: 'void' }, payments: { method: 'upi', amount: 5 }, elsewhere: { a: 'b' } })
  expect(filters.of('invoices')).toEqual({ status: 'paid' })
  expect(filters.of('payments')).toEqual({ method: 'upi' })
})
