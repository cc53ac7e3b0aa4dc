/** A record of which every change raises the version. */
export interface Versioned {
  version: number
}

let last: Versioned | undefined
const seen = new WeakMap<Versioned, number>()

/** asOf has a change refused if somebody else has changed the record since it was read, or since the person was told. */
export function asOf(record: Versioned): { 'If-Match': string } {
  last = record
  return { 'If-Match': `"${seen.get(record) ?? record.version}"` }
}

/** madeFrom is the record that the last change was made from. */
export const madeFrom = (): Versioned | undefined => last

/** told notes that the person knows of a newer version of the record, and may change that one. */
export const told = (record: Versioned, version: number): void => void seen.set(record, version)
