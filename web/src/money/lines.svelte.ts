import type { Schemas } from '../api/client'
import { t } from '../i18n/i18n.svelte'
import { taxText } from './words'

/** DraftLine is a line of a document that is being written; an empty number is null. */
export interface DraftLine {
  description: string
  quantity: number | null
  unitPrice: number | null
  taxId: string
  /** What the line was before: some of it is kept although the form doesn't show it. */
  before?: { taxId: string; taxText: string; sac: string; discount: number }
}

export const emptyLine = (): DraftLine => ({ description: '', quantity: 1, unitPrice: null, taxId: '' })

type Line = Pick<
  Schemas['InvoiceLineView'],
  'description' | 'quantity' | 'unitPrice' | 'taxId' | 'taxName' | 'taxRate' | 'sac' | 'discount'
>

/** draftOf is a line that is there, to be written anew. */
export const draftOf = (line: Line): DraftLine => ({
  description: line.description,
  quantity: line.quantity,
  unitPrice: line.unitPrice,
  taxId: line.taxId,
  before: { taxId: line.taxId, taxText: taxText(line), sac: line.sac, discount: line.discount },
})

/** asItems makes what the API takes of draft lines; what is left empty is the server's to refuse. */
export const asItems = (lines: DraftLine[]): Schemas['InvoiceLineBody'][] =>
  lines.map(({ description, quantity, unitPrice, taxId, before }) => ({
    description,
    quantity: quantity ?? undefined,
    unitPrice: unitPrice as number,
    taxId: taxId || undefined,
    discount: before?.discount || undefined,
    sac: before?.taxId === taxId ? before.sac || undefined : undefined, // another tax brings its own
  }))

/** serviceTaxes are the choices of tax of a line. */
export const serviceTaxes = (taxes: Schemas['TaxView'][]) => [
  { value: '', label: t('money.noTax') },
  ...taxes.filter((tax) => tax.isActive).map((tax) => ({ value: tax._id, label: `${tax.name} ${tax.rate ?? 0} %` })),
]

type Choice = { value: string; label: string }

/** taxesOf are a line's choices: also the tax that it has, where that isn't given to new lines any more. */
export function taxesOf({ before }: DraftLine, choices: Choice[]): Choice[] {
  if (!before || choices.some(({ value }) => value === before.taxId)) return choices
  return [...choices, { value: before.taxId, label: before.taxText }]
}
