import type { Schemas } from '../api/client'
import type { Day } from '../i18n/format'

/** ofDay is what the guests have of a sale on the day, together: how many, and how many they have had. */
export function ofDay(sale: Pick<Schemas['ExtrasView'], 'portions'>, day: Day): { quantity: number; consumed: number } {
  const given = sale.portions.filter((portion) => portion.date === day)
  return {
    quantity: given.reduce((sum, { quantity }) => sum + quantity, 0),
    consumed: given.reduce((sum, { consumed }) => sum + consumed, 0),
  }
}
