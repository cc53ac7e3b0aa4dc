import { api, data, onceKey } from '../api/client'
import { session } from '../session/session.svelte'
import type { Taking } from './PaymentFields.svelte'

/** Payer takes a payment once, however often it is asked to: pressing again after a lost answer pays nothing twice. */
export class Payer {
  #key = onceKey()

  /** take records what is taken of a booking's guest; nothing, where no amount is given. */
  async take(bookingId: string, { amount, method, reference }: Taking): Promise<void> {
    if (!amount) return
    await data(
      api.POST('/api/payments/{orgId}/create', {
        params: { path: { orgId: session.orgId }, header: { 'Idempotency-Key': this.#key } },
        body: { bookingId, amount, method, ...(reference && method !== 'cash' && { reference }) },
      }),
    )
  }
}
