import { expect, test } from 'vitest'

import { tableSums } from './gst'

test('credit notes to businesses are taken off the total', () => {
  const item = (txval: number, tax: number) => ({ num: 1, itm_det: { rt: 18, txval, camt: tax, samt: tax, csamt: 0 } })
  const month = {
    b2b: [{ ctin: 'A', inv: [{ itms: [item(1000.1, 90)] }, { itms: [item(0.2, 0)] }] }],
    b2cs: [{ txval: 500, camt: 12.5, samt: 12.5 }],
    cdnr: [{ ctin: 'A', nt: [{ itms: [item(100, 9)] }] }],
    nil: { inv: [{ nil_amt: 1, expt_amt: 2, ngsup_amt: 3 }] },
  } as never
  const rows = tableSums(month)
  expect(rows[0]).toEqual({ table: 'b2b', documents: 2, taxable: 1000.3, central: 90, state: 90 })
  expect(rows[2]).toMatchObject({ documents: 1, taxable: -100, central: -9 })
  expect(rows[4]).toMatchObject({ table: 'total', taxable: 1406.3, central: 93.5, state: 93.5 })
})
