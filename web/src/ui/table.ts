import type { Snippet } from 'svelte'

/** A column of a table of records. The first one names the record, so its cells are the rows' headings. */
export interface Column<One> {
  label: string
  /** What its cells say; `cell` draws what is more than text. */
  text?: (one: One, index: number) => string | null | undefined
  cell?: Snippet<[One]>
  as?: 'number' | 'code' | 'nowrap'
  /** What its cell says in the last line. A table has that line where one of its columns has a total. */
  total?: string
}

/** What can be done with a record, at the end of its row. */
export interface Action {
  label: string
  /** It with the record's name, for who doesn't see the row. */
  name: string
  act: () => void
  busy?: boolean
}
