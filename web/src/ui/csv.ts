// Lists as files for spreadsheets: CSV of RFC 4180, in UTF-8 with a byte order mark, without which Excel takes it for
// something older and shows no ₹ and no Devanagari.

/** A cell; a number is written plainly, so that it can be added up. */
export type Cell = string | number | null | undefined

export interface Column<T> {
  label: string
  value: (record: T) => Cell
}

const mark = '\uFEFF'
const number = /^[+-]?\d+(\.\d+)?$/

/** cellOf writes a cell: what a spreadsheet would run as a formula is made text by an apostrophe. */
export function cellOf(cell: Cell): string {
  const text = String(cell ?? '')
  const safe = /^[=+\-@＝＋－＠﹦﹢﹣﹫\t\r\n]/.test(text) && !number.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export function csvOf<T>(columns: readonly Column<T>[], records: readonly T[]): string {
  const rows = [columns.map(({ label }) => label), ...records.map((one) => columns.map(({ value }) => value(one)))]
  return mark + rows.map((row) => row.map(cellOf).join(',') + '\r\n').join('')
}

interface Page<T> {
  data: readonly T[] | null
  pagination: { totalPages: number }
}

/**
 * wholeList reads a list page by page. What others add meanwhile moves records to the next page; none is there twice.
 */
export async function wholeList<T extends { _id: string }>(
  load: (page: number) => Promise<Page<T>>,
  progress: (page: number, pages: number) => void,
): Promise<T[]> {
  const found = new Map<string, T>()
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data, pagination } = await load(page)
    pages = pagination.totalPages
    for (const record of data ?? []) found.set(record._id, record)
    progress(page, pages)
  }
  return [...found.values()]
}
