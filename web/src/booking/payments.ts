import { api, data, onceKey } from '../api/client'
import { t } from '../i18n/i18n.svelte'
import { session } from '../session/session.svelte'
import type { Payment } from './actions'
import { cents } from './bookings'
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

/** portions spread what is given back over payments, the last one first: none gives back more than was paid by it. */
export function portions(payments: readonly Payment[], amount: number): { paymentId: string; amount: number }[] {
  const found = []
  let left = amount
  for (const payment of [...payments].sort((a, b) => b.receivedAt.localeCompare(a.receivedAt))) {
    const part = cents(Math.min(left, payment.amount - payment.refundedAmount))
    if (part <= 0) continue
    found.push({ paymentId: payment._id, amount: part })
    left = cents(left - part)
  }
  return found
}

/** Refunder gives back once, however often it is asked to: what it spread over the payments at first stays so. */
export class Refunder {
  #steps: { paymentId: string; amount: number; key: string }[] | undefined

  async give(payments: readonly Payment[], { amount, method }: Taking, reason: string): Promise<void> {
    if (!amount) return
    this.#steps ??= portions(payments, amount).map((step) => ({ ...step, key: onceKey() }))
    for (const { paymentId, amount, key } of this.#steps) {
      const params = { path: { orgId: session.orgId, paymentId }, header: { 'Idempotency-Key': key } }
      await data(api.POST('/api/payments/{orgId}/{paymentId}/refund', { params, body: { amount, method, reason } }))
    }
  }
}
