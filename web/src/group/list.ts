import { api, data, upload, type Schemas } from '../api/client'
import { session } from '../session/session.svelte'
import type { BlockNight } from './block'
import { pathOf, type Group, type Report } from './groups'

/** takeList sends a rooming list: text or a file. In a dry run nothing is changed, and the report says what is wrong. */
export async function takeList(groupId: string, list: string | File, dryRun: boolean): Promise<Report> {
  if (typeof list !== 'string') {
    return upload<Report>(`/api/groups/${session.orgId}/${groupId}/rooming-list/file?dryRun=${dryRun}`, list)
  }
  const params = { path: pathOf(groupId), query: { dryRun } }
  return data(api.POST('/api/groups/{orgId}/{groupId}/rooming-list', { params, body: { text: list } }))
}

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
    row('Ref', 'Name', 'Phone', 'Email', 'Category', 'Check-in', 'Check-out', 'Sharing', 'Requests', 'Adults', 'Children'),
    row('1', '', '', '', category, group.checkIn, group.checkOut, 'A', '', '', ''),
    row('', '', '', '', category, group.checkIn, group.checkOut, 'A', '', '', ''),
  ].join('\r\n')
}
