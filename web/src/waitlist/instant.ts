import type { Day } from '../i18n/format'

// A moment as a day and a time of the hotel's clocks, as a form asks for it.

/** clockOf is what the hotel's clocks show at a moment: `2026-04-14`, `18:00`. */
export function clockOf(moment: string | number, zone: string): { day: Day; time: string } {
  const text = new Date(moment).toLocaleString('sv-SE', { timeZone: zone }) // 2026-04-14 18:00:00
  return { day: text.slice(0, 10), time: text.slice(11, 16) }
}

/** momentOf is the moment, in RFC 3339, at which the hotel's clocks show a day and a time. */
export function momentOf(day: Day, time: string, zone: string): string {
  const wanted = Date.parse(`${day}T${time}Z`)
  const shown = (at: number) => {
    const { day, time } = clockOf(at, zone)
    return Date.parse(`${day}T${time}Z`)
  }
  const near = wanted - (shown(wanted) - wanted)
  return new Date(near - (shown(near) - wanted)).toISOString()
}
