import { session } from '../session/session.svelte'

/** Typed is what stands in the fields of a form that isn't sent yet, by their names; a box is 'on' or ''. */
export type Typed = Record<string, string>

/** Kept is a draft that its form reads and writes itself; nothing typed is undefined. */
export interface Kept {
  read: () => unknown
  fill: (typed: unknown) => void
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const prefix = 'sarai.draft '

/** keyOf is where a draft is kept: for the person, the page and the form. It stays in this tab, and ends with it. */
export const keyOf = (form: string): string =>
  `${prefix}${session.me?.user.id ?? ''} ${session.orgId} ${location.pathname} ${form}`

/** Passwords, codes, numbers of identity documents and files are never kept. */
const kept = ({ name, type, autocomplete }: Control): boolean =>
  !['', 'idNumber', 'code'].includes(name) && !['password', 'file'].includes(type) && autocomplete !== 'one-time-code'

const controlsOf = (form: HTMLFormElement): Control[] => [...form.elements].filter(isControl).filter(kept)

const isControl = (element: Element): element is Control => /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName)

const isBox = (control: Control): control is HTMLInputElement => ['checkbox', 'radio'].includes(control.type)

/** readForm is what stands in a form. */
export const readForm = (form: HTMLFormElement): Typed =>
  Object.fromEntries(
    controlsOf(form).map((control) => [control.name, isBox(control) ? (control.checked ? 'on' : '') : control.value]),
  )

/** fillForm types a draft into a form again, as a person would, so that the form follows; it returns what is left. */
export function fillForm(form: HTMLFormElement, typed: Typed): Typed {
  const left = { ...typed }
  for (const control of controlsOf(form)) {
    const value = left[control.name]
    if (value === undefined || control.disabled) continue
    delete left[control.name]
    if (isBox(control)) {
      if (control.checked !== (value === 'on')) control.click()
    } else if (control.value !== value) {
      control.value = value
      for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
    }
  }
  return left
}

export function readDraft(key: string): unknown {
  const text = sessionStorage.getItem(key)
  return text ? JSON.parse(text) : undefined
}

export const keepDraft = (key: string, typed: unknown): void => sessionStorage.setItem(key, JSON.stringify(typed))

export const dropDraft = (key: string): void => sessionStorage.removeItem(key)

/** dropDrafts forgets all: who signs out leaves nothing typed behind. */
export function dropDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}
