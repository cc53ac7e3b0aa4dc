import type { Schemas } from '../api/client'
import { addDays, nightsBetween, today, type Day } from '../i18n/format'
import { session } from '../session/session.svelte'
import { agesOf, changeCount, entryOf, quoted, renewed, stayOf, type Offer, type Pick } from './offers'
import type { Wanted } from '../waitlist/holds'
import type { Taking } from './PaymentFields.svelte'

export type Source = NonNullable<Schemas['BookingCreateBody']['source']>
export type Meal = NonNullable<Schemas['BookingCreateBody']['mealPlan']>

/** Draft is a booking, or a quote, that is being made. */
export class Draft {
  stay = $state({ checkIn: '', checkOut: '', adults: 2 as number | null, ages: '', promoCode: '', dayUse: false })
  guest = $state({ id: '', name: '', phone: '', email: '' })
  more = $state({
    source: 'walk-in' as Source,
    channel: '',
    reference: '',
    companyId: '',
    arrivalTime: '',
    mealPlan: 'EP' as Meal,
    specialRequests: '',
    notes: '',
  })
  taking = $state<Taking>({ amount: null, method: 'cash', reference: '' })
  /** Although the hotel's rules speak against it. */
  force = $state(false)
  picks = $state.raw<Pick[]>([])
  /** The entry of the waitlist that it is for. */
  waitlistId = ''
  /** The group that it belongs to. */
  groupId = ''
  #lastId = 0

  constructor(from: Day | null, to: Day | null) {
    Object.assign(this.stay, stayOf(from, to, today()))
  }

  get checkOut(): Day {
    return this.stay.dayUse ? this.stay.checkIn : this.stay.checkOut
  }

  get nights(): number {
    const { checkOut, stay } = this
    return stay.checkIn && checkOut ? nightsBetween(stay.checkIn, checkOut) : 0
  }

  get valid(): boolean {
    return this.stay.dayUse ? Boolean(this.stay.checkIn) : this.nights > 0 && this.nights <= 365
  }

  /** Offers are made for stays to come; one that wasn't entered in time is booked at the room's own rate. */
  get past(): boolean {
    return this.stay.checkIn < today()
  }

  get isToday(): boolean {
    return this.stay.checkIn === today()
  }

  get touched(): boolean {
    return this.picks.length > 0 || this.guest.name !== ''
  }

  /** A stay that is moved is another one: what was chosen for the old dates is not promised for the new ones. */
  move(change: Partial<Draft['stay']>): void {
    const nights = Math.max(nightsBetween(this.stay.checkIn, this.stay.checkOut), 1)
    Object.assign(this.stay, change)
    if (this.stay.checkOut <= this.stay.checkIn) this.stay.checkOut = addDays(this.stay.checkIn, nights)
    this.picks = []
  }

  /** takeUp begins with what somebody waits for. */
  takeUp(entry: Schemas['WaitlistView']): void {
    const { _id, guestId, guestName, guestPhone, guestEmail, checkIn, checkOut, adults, rooms, notes } = entry
    Object.assign(this.stay, { checkIn, checkOut, adults: Math.ceil(adults / rooms) })
    this.guest = { id: guestId ?? '', name: guestName, phone: guestPhone, email: guestEmail }
    this.more.notes = notes
    this.waitlistId = _id
  }

  nextId(): number {
    return ++this.#lastId
  }

  /** The party of each room that is picked now. */
  get party(): { adults: number; children: number } {
    return { adults: this.stay.adults ?? 1, children: agesOf(this.stay.ages).length }
  }

  #made(pick: Omit<Pick, 'id' | 'adults' | 'children'>): Pick {
    return { ...pick, ...this.party, id: this.nextId() }
  }

  add(pick: Omit<Pick, 'id' | 'adults' | 'children'>): void {
    this.picks = [...this.picks, this.#made(pick)]
  }

  /** setCount picks so many rooms by an offer. */
  setCount(offer: Offer, count: number): void {
    const { categoryId, categoryName } = offer
    this.picks = changeCount(this.picks, offer, count, () =>
      this.#made({ offer, categoryId, categoryName, rate: null }),
    )
  }

  /** renew takes the offers of a new search for what was picked by older ones. */
  renew(offers: readonly Offer[]): void {
    this.picks = renewed(this.picks, offers, this.party.adults, this.party.children)
  }

  /** change changes some of the picks. */
  change(which: readonly Pick[], to: Partial<Pick>): void {
    this.picks = this.picks.map((pick) => (which.includes(pick) ? { ...pick, ...to } : pick))
  }

  drop(which: readonly Pick[]): void {
    this.picks = this.picks.filter((pick) => !which.includes(pick))
  }

  /** read is all that was typed and picked, to be kept over a reload; undefined is nothing yet. */
  read(): unknown {
    const { stay, guest, more, taking, picks } = this
    return this.touched ? { ...$state.snapshot({ stay, guest, more, taking }), picks } : undefined
  }

  /** fill takes what read gave. */
  fill(typed: unknown): void {
    const { picks, ...fields } = typed as { [Part in 'stay' | 'guest' | 'more' | 'taking' | 'picks']: Draft[Part] }
    for (const [name, values] of Object.entries(fields)) Object.assign(this[name as 'stay'], values)
    this.picks = picks
    this.#lastId = Math.max(0, ...picks.map(({ id }) => id))
  }

  /** booking is the draft as a booking is asked for. */
  booking(): Schemas['BookingCreateBody'] {
    const { stay, guest, more, taking, picks } = this
    return {
      checkIn: stay.checkIn,
      checkOut: this.checkOut,
      rooms: picks.map((pick) => entryOf(pick, stay.checkIn)),
      source: more.source,
      guestName: guest.name,
      guestPhone: guest.phone,
      ...(guest.id && { guestId: guest.id }),
      ...(guest.email && { guestEmail: guest.email }),
      ...(picks.length > 0 && !picks.some(({ offer }) => offer) && { mealPlan: more.mealPlan }),
      ...(more.companyId && { companyId: more.companyId }),
      ...(this.waitlistId && { waitlistId: this.waitlistId }),
      ...(this.groupId && { groupId: this.groupId }),
      ...(stay.dayUse && { dayUse: true }),
      ...(this.force && { force: true }),
      ...(more.channel && { channel: more.channel }),
      ...(more.reference && { externalReference: more.reference }),
      ...(more.arrivalTime && { expectedArrivalTime: more.arrivalTime }),
      ...(more.specialRequests && { specialRequests: more.specialRequests }),
      ...(more.notes && { notes: more.notes }),
      ...(taking.amount &&
        session.may('payments.create') && {
          advanceAmount: taking.amount,
          paymentMethod: taking.method,
          ...(taking.reference && taking.method !== 'cash' && { paymentReference: taking.reference }),
        }),
    }
  }

  /** waiting is the draft as an entry of the waitlist. */
  get waiting(): Omit<Schemas['WaitlistCreateBody'], 'rooms'> {
    const { stay, guest, more, party } = this
    return {
      checkIn: stay.checkIn,
      checkOut: stay.checkOut,
      guestName: guest.name,
      guestPhone: guest.phone,
      guestEmail: guest.email,
      ...(guest.id && { guestId: guest.id }),
      ...party,
      notes: more.notes,
    }
  }

  /** held is the draft as a hold, which is of rooms by one offer; undefined: it is something else. */
  get held(): Wanted | undefined {
    const { picks, guest, more, stay } = this
    const [{ offer } = {}] = picks
    const alike = (pick: Pick) =>
      pick.offer?.offerToken === offer?.offerToken && !pick.agreed && !pick.room && !pick.split
    if (!offer || !picks.every(alike)) return undefined
    return {
      offerToken: offer.offerToken,
      rooms: picks.length,
      checkIn: stay.checkIn,
      guestName: guest.name,
      guestPhone: guest.phone,
      notes: more.notes,
    }
  }

  /** quote is the draft as a quote is asked for. */
  quote(): Schemas['QuoteCreateBody'] {
    const { stay, guest, more, picks } = this
    return {
      checkIn: stay.checkIn,
      checkOut: this.checkOut,
      rooms: picks.map((pick) => quoted(pick, this.nights)),
      mealPlan: picks[0]?.offer?.mealPlan ?? more.mealPlan,
      guestName: guest.name,
      ...(guest.id && { guestId: guest.id }),
      ...(guest.phone && { guestPhone: guest.phone }),
      ...(guest.email && { guestEmail: guest.email }),
      ...(more.notes && { notes: more.notes }),
    }
  }
}
