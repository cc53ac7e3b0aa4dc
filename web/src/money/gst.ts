import type { Schemas } from '../api/client'
import { sum } from './sums'

type Return = Schemas['GstreturnReturn']

/** A row of the summary: what a table of the return comes to. */
export interface TableSum {
  table: 'b2b' | 'b2cs' | 'cdnr' | 'nil' | 'total'
  documents: number | undefined
  taxable: number
  central: number
  state: number
}

interface Part {
  txval: number
  camt: number
  samt: number
}

function sumOf(table: TableSum['table'], parts: Part[], documents: number | undefined, sign = 1): TableSum {
  return {
    table,
    documents,
    taxable: sign * sum(parts.map((part) => part.txval)),
    central: sign * sum(parts.map((part) => part.camt)),
    state: sign * sum(parts.map((part) => part.samt)),
  }
}

/** tableSums summarizes a month's return, table by table; credit notes to businesses count against the rest. */
export function tableSums(month: Return): TableSum[] {
  const invoices = month.b2b.flatMap((buyer) => buyer.inv)
  const notes = month.cdnr.flatMap((buyer) => buyer.nt)
  const nil = month.nil.inv.map((row) => ({ txval: sum([row.nil_amt, row.expt_amt, row.ngsup_amt]), camt: 0, samt: 0 }))
  const rows = [
    sumOf(
      'b2b',
      invoices.flatMap((one) => one.itms.map((item) => item.itm_det)),
      invoices.length,
    ),
    sumOf('b2cs', month.b2cs, undefined),
    sumOf(
      'cdnr',
      notes.flatMap((one) => one.itms.map((item) => item.itm_det)),
      notes.length,
      -1,
    ),
    sumOf('nil', nil, undefined),
  ]
  const column = (name: 'taxable' | 'central' | 'state') => sum(rows.map((row) => row[name]))
  const total = { taxable: column('taxable'), central: column('central'), state: column('state') }
  return [...rows, { table: 'total', documents: undefined, ...total }]
}
