import { getContext, setContext } from 'svelte'

import { ApiError, Waits, type Fault } from '../api/client'
import { t } from '../i18n/i18n.svelte'
import { conflictOf, type Conflict } from './conflict'
import { fillForm, type Typed } from './drafts'
import { labelOf, plain } from './plain'
import { toasts } from './toasts.svelte'

/** What went wrong, for people. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return t('common.unexpected')
  if (error.offline) return t('common.noLine')
  if (error.stale) return t('common.changedMeanwhile')
  const [first] = error.faults
  const named = first && error.message.startsWith(`${first.field} `) && first.field !== 'force'
  const message = named ? labelOf(first.field) + error.message.slice(first.field.length) : error.message
  return plain(message) || t('common.unexpected')
}

/** Forms in which something was typed that isn't sent yet. */
export const unsent = new Set<FormState>()

/** FormState is a form that is being filled in or sent: once at a time, with its faults beside their fields. */
export class FormState {
  busy = $state(false)
  problem = $state('')
  faults = $state.raw<Fault[]>([])
  /** What somebody else has changed in fields in which something else was typed here; undefined without a conflict. */
  theirs = $state.raw<Typed>()
  /** footed is a form whose foot shows what went wrong. */
  footed = $state(false)
  /** waits is a form that was sent, and waits for a second person. */
  waits = false
  #fields = new Set<string>()
  #refused = new Set<string>()
  #typed = new Set<string>()
  #element: HTMLFormElement | undefined

  /** register makes a field known; a fault of a field that the form doesn't have is shown above it. */
  register(name: string): () => void {
    this.#fields.add(name)
    return () => this.#fields.delete(name)
  }

  /** within names the form of the page, whose fields what others change is written into. */
  within(element: HTMLFormElement): void {
    this.#element = element
  }

  /** type notes that something was typed into a field. */
  type(field: string): void {
    this.#typed.add(field)
  }

  /** takeTheirs writes into the fields what somebody else has changed meanwhile. */
  takeTheirs(): void {
    if (this.#element) fillForm(this.#element, this.theirs ?? {})
    this.theirs = undefined
    this.problem = ''
  }

  /** clash takes what others changed where nothing was typed; the person says what becomes of the rest. */
  #clash({ text, theirs }: Conflict): void {
    const fields = Object.entries(theirs).filter(([name]) => this.#fields.has(name))
    const free = fields.filter(([name]) => !this.#typed.has(name))
    if (this.#element) fillForm(this.#element, Object.fromEntries(free))
    for (const [name] of free) this.#typed.delete(name)
    this.theirs = Object.fromEntries(fields.filter(([name]) => this.#typed.has(name)))
    this.problem = text
  }

  foot(): () => void {
    this.footed = true
    return () => (this.footed = false)
  }

  /** refuse notes that a field says itself what is wrong with it, or nothing any more. */
  refuse(name: string, fault: string): void {
    if (fault) this.#refused.add(name)
    else this.#refused.delete(name)
  }

  faultOf(name: string): string {
    return plain(this.faults.find(({ field }) => field === name)?.message ?? '')
  }

  /** others are the faults that no field shows, but for the first, which the problem tells of. */
  get others(): Fault[] {
    return this.faults.filter(({ field }, i) => i > 0 && !this.#fields.has(field))
  }

  /** send does it unless it is being done; it returns whether it worked. */
  async send(work: () => Promise<unknown>): Promise<boolean> {
    if (this.busy) return false
    if (this.#refused.size > 0) {
      this.problem = t('common.lookAgain')
      return false
    }
    this.busy = true
    this.waits = false
    this.problem = ''
    this.faults = []
    this.theirs = undefined
    try {
      await work()
      unsent.delete(this)
      this.#typed.clear()
      return true
    } catch (error) {
      if (error instanceof Waits) {
        this.waits = true
        unsent.delete(this)
        toasts.add(t('approvals.left'))
      } else if (error instanceof ApiError && error.stale) {
        this.#clash(await conflictOf(error))
      } else {
        this.problem = messageOf(error)
        if (error instanceof ApiError) this.faults = error.faults
      }
      return false
    } finally {
      this.busy = false
    }
  }
}

const key = Symbol('form')

export const provideForm = (form: FormState): FormState => setContext(key, form)
export const useForm = (): FormState | undefined => getContext(key)
