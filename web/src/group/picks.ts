import { nightsOf } from '../booking/bookings'
import type { Day } from '../i18n/format'
import type { BlockNight } from './block'

/** What a group's block has of a category for a stay. */
export interface Block {
  categoryId: string
  categoryName: string
  left: number // on every night; below zero never
  rates: number[] // of each night: the group's, or the category's where the group has none
}

/** blocksFor are the categories of a block, with what is left of each for the nights from one day up to another. */
export function blocksFor(
  block: readonly Pick<BlockNight, 'date' | 'categoryId' | 'roomType' | 'held' | 'rate'>[],
  from: Day,
  to: Day,
  baseRates: ReadonlyMap<string, number>,
): Block[] {
  const names = new Map(block.map(({ categoryId, roomType }) => [categoryId, roomType]))
  const nights = nightsOf(from, to)
  return [...names].map(([categoryId, categoryName]) => {
    const mine = nights.map((night) => block.find((one) => one.categoryId === categoryId && one.date === night))
    return {
      categoryId,
      categoryName,
      left: Math.max(0, Math.min(...mine.map((night) => night?.held ?? 0))),
      rates: mine.map((night) => night?.rate ?? baseRates.get(categoryId) ?? 0),
    }
  })
}
