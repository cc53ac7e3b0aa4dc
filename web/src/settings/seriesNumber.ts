/** A series as it is being changed. */
export interface Numbering {
  prefix: string
  separator: string
  nextNumber: number | null
  yearly: boolean
}

/** financialYear is India's of a day, such as `26-27`. */
export function financialYear(day: string): string {
  const year = Number(day.slice(0, 4)) - (day.slice(5, 7) < '04' ? 1 : 0)
  return [year, year + 1].map((one) => String(one % 100).padStart(2, '0')).join('-')
}

/** numberOf is how the next document would be numbered, as the server writes it. */
export function numberOf({ prefix, separator, nextNumber, yearly }: Numbering, day: string): string {
  const end = String(nextNumber ?? '')
  if (!yearly) return prefix + separator + end
  return prefix + separator + financialYear(day) + (separator || '-') + end
}
