import type { Schemas } from '../api/client'
import type { BlockNight } from './block'
import type { Group } from './groups'

/** problemOf takes apart where a problem is: `rows[3].checkIn` is the fourth row's check-in. */
export function problemOf({ field, message }: Schemas['RoomingProblemView']): {
  row: number | undefined
  field: string
  message: string
} {
  const place = /^rows\[(\d+)\]\.?(.*)$/.exec(field)
  return place ? { row: Number(place[1]) + 1, field: place[2]!, message } : { row: undefined, field, message }
}

const quoted = (value: string) => (/[",\n]/.test(value) ? `"${value.replace(/"/g, '""')}"` : value)

/** sampleOf is a list with the names of the columns, and two people who share a room, to be filled in. */
export function sampleOf(
  group: Pick<Group, 'checkIn' | 'checkOut'>,
  nights: readonly Pick<BlockNight, 'roomType'>[],
): string {
  const category = nights[0]?.roomType ?? ''
  const row = (...cells: string[]) => cells.map(quoted).join(',')
  return [
    row(
      'Ref',
      'Name',
      'Phone',
      'Email',
      'Category',
      'Check-in',
      'Check-out',
      'Sharing',
      'Requests',
      'Adults',
      'Children',
    ),
    row('1', '', '', '', category, group.checkIn, group.checkOut, 'A', '', '', ''),
    row('', '', '', '', category, group.checkIn, group.checkOut, 'A', '', '', ''),
  ].join('\r\n')
}
