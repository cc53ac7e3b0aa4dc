import type { Schemas } from '../api/client'
import type { Day } from '../i18n/format'
import { sum } from '../money/sums'

export type Budget = Schemas['BudgetView']
type Kind = Schemas['BudgetDepartmentView']['kind']

/** A department of a budget: its kind, and its name where the kind alone doesn't say. */
export interface Department {
  kind: Kind
  department: string
}

export const idOf = ({ kind, department }: Department): string => (department ? `${kind} ${department}` : kind)

/** monthsOf are the months of a financial year, such as 2026-04. */
export function monthsOf({ from }: { from: Day }): string[] {
  const [year, first] = from.split('-').map(Number) as [number, number]
  return [...Array(12).keys()].map((i) => {
    const month = first - 1 + i
    return `${year + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
  })
}

/** departmentsOf are those that have a column: rooms first, what others sell, and all that is budgeted already. */
export function departmentsOf(budget: Budget, others: readonly Department[]): Department[] {
  const found = new Map<string, Department>()
  const budgeted = budget.months.flatMap(({ departments }) => departments)
  for (const one of [{ kind: 'rooms', department: '' } as const, ...others, ...budgeted]) {
    const department = one.kind === 'department' ? one.department : ''
    found.set(idOf({ kind: one.kind, department }), { kind: one.kind, department })
  }
  return [...found.values()]
}

/** A month as it is typed: null is not budgeted, which isn't 0. */
export interface Typed {
  month: string
  rooms: number | null
  revenue: Record<string, number | null>
}

export function typedOf(budget: Budget): Typed[] {
  return monthsOf(budget).map((month) => {
    const known = budget.months.find((one) => one.month === month)
    const revenue = Object.fromEntries((known?.departments ?? []).map((one) => [idOf(one), one.revenue]))
    return { month, rooms: known?.roomsToSell ?? null, revenue }
  })
}

/** bodyOf is what is typed, without what isn't budgeted. */
export function bodyOf(typed: readonly Typed[], departments: readonly Department[]) {
  return typed
    .map(({ month, rooms, revenue }) => ({
      month,
      roomsToSell: rooms ?? undefined,
      departments: departments.flatMap((one) => {
        const amount = revenue[idOf(one)] ?? null
        if (amount === null) return []
        return [{ kind: one.kind, department: one.department || undefined, revenue: amount }]
      }),
    }))
    .filter(({ roomsToSell, departments }) => roomsToSell !== undefined || departments.length > 0)
}

export const revenueOf = (typed: readonly Typed[], one: Department): number =>
  sum(typed.map(({ revenue }) => revenue[idOf(one)] ?? 0))
