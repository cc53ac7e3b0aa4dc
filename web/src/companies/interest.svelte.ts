import { SvelteMap } from 'svelte/reactivity'

/** The invoices of interest that were made from here, by the reminder that had proposed it. */
export const billed = new SvelteMap<string, string>()
