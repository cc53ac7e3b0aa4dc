import { href } from '../router.svelte'

/** addressOf is the screen of the record that a notification is about; undefined where none shows it. */
export function addressOf(type: string, id: string): string | undefined {
  if (!id) return undefined
  switch (type) {
    case 'booking':
      return href('booking', { bookingId: id })
    case 'invoice':
      return href('invoice', { invoiceId: id })
    case 'guest':
      return href('guest', { guestId: id })
    case 'waitlist':
      return href('waitlist')
    case 'hold':
      return href('waitlist', { view: 'holds' })
    case 'form_iii':
      return href('formIII', { formId: id })
    case 'approval':
      return href('approvals')
    default:
      return undefined
  }
}
