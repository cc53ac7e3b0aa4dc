import { getContext, setContext } from 'svelte'

const key = Symbol('dialog')

/** withinDialog makes the way out of a dialog known to the form inside. */
export const withinDialog = (close: () => void): (() => void) => setContext(key, close)

/** closeOfDialog closes the dialog around; nothing where there is none. */
export const closeOfDialog = (): (() => void) | undefined => getContext(key)
