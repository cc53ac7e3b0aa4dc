import { expect, test } from 'vitest'

import { cellOf, csvOf, wholeList } from './csv'

test.each([
  ['plain', 'plain'],
  [1234.5, '1234.5'],
  [-12, '-12'],
  [0, '0'],
  [null, ''],
  [undefined, ''],
  ['-12.50', '-12.50'],
  ['+919845012345', '+919845012345'],
  ['+91 98450 12345', "'+91 98450 12345"],
  ['=1+1', "'=1+1"],
  ['-1+cmd', "'-1+cmd"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ['﹦1+1', "'﹦1+1"],
  ['﹢1', "'﹢1"],
  ['﹣1', "'﹣1"],
  ['﹫SUM(A1)', "'﹫SUM(A1)"],
  ['\tx', "'\tx"],
  ['\rx', `"'\rx"`],
  ['=HYPERLINK("a","b")', `"'=HYPERLINK(""a"",""b"")"`],
  ['Rao, Asha', '"Rao, Asha"'],
  ['the "Haveli"', '"the ""Haveli"""'],
  ['two\nlines', '"two\nlines"'],
])('the cell %j', (cell, want) => {
  expect(cellOf(cell)).toBe(want)
})

test('a list has a byte order mark, its labels and lines that end as RFC 4180 wants', () => {
  const columns = [
    { label: 'Name', value: ({ name }: { name: string }) => name },
    { label: 'Total (₹)', value: () => 5 },
  ]
  expect(csvOf(columns, [{ name: 'A' }, { name: '=B' }])).toBe("\uFEFFName,Total (₹)\r\nA,5\r\n'=B,5\r\n")
})

test('all pages are read once, in order, and what moved between them is there once', async () => {
  const pages = [['a', 'b'], ['b', 'c'], ['d']]
  const seen: string[] = []
  const all = await wholeList(
    async (page) => ({ data: pages[page - 1]!.map((_id) => ({ _id })), pagination: { totalPages: 3 } }),
    (page, of) => seen.push(`${page}/${of}`),
  )
  expect(all.map(({ _id }) => _id).join('')).toBe('abcd')
  expect(seen).toEqual(['1/3', '2/3', '3/3'])
  const nothing = async () => ({ data: null, pagination: { totalPages: 0 } })
  expect(await wholeList(nothing, () => undefined)).toEqual([])
})
