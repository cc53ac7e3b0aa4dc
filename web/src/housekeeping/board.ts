import { data, api, type Schemas } from '../api/client'
import { session } from '../session/session.svelte'

export type Line = Schemas['HousekeepingLineView']
export type State = 'clean' | 'dirty' | 'inspected'

export const states: State[] = ['dirty', 'clean', 'inspected']

/** statesFor are what somebody may report: who cleans a room doesn't inspect it too. */
export const statesFor = (mayInspect: boolean): State[] => (mayInspect ? states : ['dirty', 'clean'])

/** boardQuery reads all rooms with what housekeeping needs to know of today; it stays readable without a line. */
export const boardQuery = () => ({
  queryKey: ['housekeeping', 'board', session.orgId],
  queryFn: () => data(api.GET('/api/rooms/{orgId}/housekeeping', { params: { path: { orgId: session.orgId } } })),
  meta: { keep: true, follows: ['rooms', 'bookings'] },
})

/** What the board shows of all rooms. */
export interface Choice {
  whose: string // a user's id, 'none', or '' for everybody's
  state: string
  floor: string
  text: string
}

export function chosen(lines: Line[], { whose, state, floor, text }: Choice): Line[] {
  const wanted = text.trim().toLowerCase()
  return lines.filter(
    (line) =>
      (whose === '' || (line.assignee?._id ?? 'none') === whose) &&
      (state === '' || line.housekeeping === state) &&
      (floor === '' || line.floor === floor) &&
      (line.roomNumber.toLowerCase().startsWith(wanted) || line.category.name.toLowerCase().includes(wanted)),
  )
}

/** byFloor puts lines together by floor; within one, what is urgent comes first, in the order of the rooms. */
export function byFloor(lines: Line[]): [floor: string, lines: Line[]][] {
  const floors = new Map<string, Line[]>()
  for (const line of lines) floors.set(line.floor, [...(floors.get(line.floor) ?? []), line])
  for (const list of floors.values()) list.sort((a, b) => Number(b.priority) - Number(a.priority))
  return [...floors]
}
