import { getContext, setContext } from 'svelte'

/** Around is the dialog that a form is in. */
interface Around {
  title: () => string
  close: () => void
}

const key = Symbol('dialog')

export const withinDialog = (dialog: Around): Around => setContext(key, dialog)

/** dialogAround is the dialog that a component is in; nothing where there is none. */
export const dialogAround = (): Around | undefined => getContext(key)
