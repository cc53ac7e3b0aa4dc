import { expect, test, vi } from 'vitest'

vi.mock('../i18n/i18n.svelte', () => ({ t: (key: string) => key }))
vi.mock('./words', () => ({
  taxText: ({ taxName, taxRate }: { taxName: string; taxRate: number }) => `${taxName} ${taxRate}`,
}))
const { asItems, draftOf, emptyLine, taxesOf } = await import('./lines.svelte')

const line = {
  description: 'Banquet',
  quantity: 2,
  unitPrice: 500,
  taxId: 'gst18',
  taxName: 'GST',
  taxRate: 18,
  sac: '996334',
  discount: 100,
}

test('a line that is written anew keeps its discount, and its code as long as its tax', () => {
  const draft = draftOf(line)
  expect(asItems([draft])[0]).toEqual({
    description: 'Banquet',
    quantity: 2,
    unitPrice: 500,
    taxId: 'gst18',
    discount: 100,
    sac: '996334',
  })
  expect(asItems([{ ...draft, taxId: 'gst5' }])[0]).toMatchObject({ taxId: 'gst5', discount: 100, sac: undefined })
  expect(asItems([emptyLine()])[0]).toMatchObject({ quantity: 1, discount: undefined, sac: undefined })
})

test('a tax that is no more stays a choice of the line that has it', () => {
  const choices = [{ value: 'gst5', label: 'GST 5' }]
  expect(taxesOf(draftOf(line), choices)).toEqual([...choices, { value: 'gst18', label: 'GST 18' }])
  expect(taxesOf(emptyLine(), choices)).toBe(choices)
})
