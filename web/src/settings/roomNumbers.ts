/** A room that is about to be made. */
export interface NumberedRoom {
  roomNumber: string
  floor: string
}

export const mostRooms = 200 // that the server makes at once

/**
 * numbersOf reads what somebody types for many rooms: `101-110, 201-210, Suite`. A range counts up the digits at the
 * end of its ends, with their leading zeros. Of a number with three digits or more, all but the last two are the floor.
 */
export function numbersOf(text: string): NumberedRoom[] {
  const numbers = text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
    .flatMap(rangeOf)
  return [...new Set(numbers)].map((roomNumber) => ({ roomNumber, floor: floorOf(roomNumber) }))
}

const floorOf = (number: string) => (/^\d{3,}$/.test(number) ? number.slice(0, -2) : '')

function rangeOf(part: string): string[] {
  const [, prefix = '', from = '', secondPrefix = '', to = ''] = /^(.*?)(\d+)\s*[-–]\s*(.*?)(\d+)$/.exec(part) ?? []
  const count = Number(to) - Number(from) + 1
  const isRange = from !== '' && (secondPrefix === '' || secondPrefix === prefix) && count > 0
  if (!isRange) return [part]
  const numberAt = (i: number) => prefix + String(Number(from) + i).padStart(from.length, '0')
  return Array.from({ length: Math.min(count, mostRooms + 1) }, (_, i) => numberAt(i))
}
