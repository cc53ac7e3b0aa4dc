import type { Schemas } from '../api/client'
import { addDays, type Day } from '../i18n/format'

export type BlockNight = Schemas['GroupBlockNightView']

/** A night of all categories. A category of which nothing is blocked or picked up then has no cell. */
export interface NightRow {
  date: Day
  cells: (BlockNight | undefined)[]
  blocked: number
  pickedUp: number
  held: number
}

export interface Grid {
  categories: { categoryId: string; name: string }[]
  nights: NightRow[]
}

/** gridOf is a block as a table: a row for each night, a column for each category. */
export function gridOf(nights: readonly BlockNight[]): Grid {
  const categories = new Map(nights.map(({ categoryId, roomType }) => [categoryId, roomType]))
  const ids = [...categories.keys()]
  const dates = [...new Set(nights.map(({ date }) => date))].sort()
  return {
    categories: ids.map((categoryId) => ({ categoryId, name: categories.get(categoryId)! })),
    nights: dates.map((date) => {
      const ofNight = nights.filter((night) => night.date === date)
      const sum = (count: (night: BlockNight) => number) => ofNight.reduce((all, night) => all + count(night), 0)
      return {
        date,
        cells: ids.map((id) => ofNight.find(({ categoryId }) => categoryId === id)),
        blocked: sum(({ blocked }) => blocked),
        pickedUp: sum(({ pickedUp }) => pickedUp),
        held: sum(({ held }) => held),
      }
    }),
  }
}

/** What is to be changed on the nights of a category, as it is typed: `last` is the last night. */
export interface Line {
  categoryId: string
  first: Day
  last: Day
  rooms: number | null
  rate: number | null
}

/** setsOf are the lines as the server takes them. What isn't typed stays as it is. */
export const setsOf = (lines: readonly Line[]): Schemas['GroupSetBody'][] =>
  lines.map(({ categoryId, first, last, rooms, rate }) => ({
    categoryId,
    from: first,
    to: addDays(last, 1),
    ...(rooms === null ? {} : { rooms }),
    ...(rate === null ? {} : { rate }),
  }))

/** without takes so many rooms off each night to come of a category, or of all: never what is picked up. */
export function without(
  nights: readonly BlockNight[],
  number: number,
  today: Day,
  categoryId = '',
): Schemas['GroupSetBody'][] {
  return nights
    .filter((night) => night.date >= today && night.held > 0 && (!categoryId || night.categoryId === categoryId))
    .map((night) => ({
      categoryId: night.categoryId,
      from: night.date,
      to: addDays(night.date, 1),
      rooms: Math.max(night.pickedUp, night.blocked - number),
    }))
}
