import type { Snippet } from 'svelte'

/** A column of a table of records. The first column names the record: its cells are the row headers. */
export interface Column<One> {
  label: string
  /** The text of its cells, or a snippet where a cell is more than text. */
  text?: (one: One, index: number) => string | null | undefined
  cell?: Snippet<[One]>
  /** Where the rows behind a text are listed. */
  href?: (one: One, index: number) => string | undefined
  as?: 'number' | 'code' | 'nowrap'
  /** The text of its footer cell. A table has a footer if any of its columns has a total. */
  total?: string
}

/** Something that can be done with a record: a button at the end of its row. */
export interface Action {
  label: string
  /** The label with the record's name, for screen readers. */
  name: string
  act: () => void
  busy?: boolean
}
