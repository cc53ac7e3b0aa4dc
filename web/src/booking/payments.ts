import { api, data, onceKey } from '../api/client'
import { t } from '../i18n/i18n.svelte'
import { session } from '../session/session.svelte'
import type { Taking } from './PaymentFields.svelte'

/** What a payment is for, beside the guest's own account. */
interface For {
  /** The bill that it pays; '' for the guest's account. */
  invoiceId?: string
  /** How much of it is a tip: a charge of its own, so that it isn't kept as an advance. */
  tip?: number
}

/** Payer takes a payment once, however often it is asked to: pressing again after a lost answer pays nothing twice. */
export class Payer {
  #key = onceKey()
  #tipKey = onceKey()

  /** take records what is taken of a booking's guest; nothing, where no amount is given. */
  async take(bookingId: string, { amount, method, reference }: Taking, { invoiceId, tip }: For = {}): Promise<void> {
    if (!amount) return
    if (tip) await this.#charge(bookingId, tip)
    await data(
      api.POST('/api/payments/{orgId}/create', {
        params: { path: { orgId: session.orgId }, header: { 'Idempotency-Key': this.#key } },
        body: {
          ...(invoiceId ? { invoiceId } : { bookingId }),
          amount,
          method,
          ...(reference && method !== 'cash' && { reference }),
        },
      }),
    )
  }

  #charge(bookingId: string, tip: number): Promise<unknown> {
    return data(
      api.POST('/api/bookings/{orgId}/{bookingId}/charges', {
        params: { path: { orgId: session.orgId, bookingId }, header: { 'Idempotency-Key': this.#tipKey } },
        body: { description: t('booking.tip'), quantity: 1, unitPrice: tip },
      }),
    )
  }
}
