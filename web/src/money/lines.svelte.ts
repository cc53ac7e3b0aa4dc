import type { Schemas } from '../api/client'
import { t } from '../i18n/i18n.svelte'

/** DraftLine is a line of a document that is being written; an empty number is null. */
export interface DraftLine {
  description: string
  quantity: number | null
  unitPrice: number | null
  taxId: string
}

export const emptyLine = (): DraftLine => ({ description: '', quantity: 1, unitPrice: null, taxId: '' })

/** asItems makes what the API takes of draft lines; what is left empty is the server's to refuse. */
export const asItems = (lines: DraftLine[]): Schemas['InvoiceLineBody'][] =>
  lines.map(({ description, quantity, unitPrice, taxId }) => ({
    description,
    quantity: quantity ?? undefined,
    unitPrice: unitPrice as number,
    taxId: taxId || undefined,
  }))

/** serviceTaxes are the choices of tax of a line. */
export const serviceTaxes = (taxes: Schemas['TaxView'][]) => [
  { value: '', label: t('money.noTax') },
  ...taxes.filter((tax) => tax.isActive).map((tax) => ({ value: tax._id, label: `${tax.name} ${tax.rate ?? 0} %` })),
]
