import { api, data, upload } from '../api/client'
import { session } from '../session/session.svelte'
import { pathOf, type Report } from './groups'

/** takeList sends a rooming list: text or a file. In a dry run nothing is changed, and the report says what is wrong. */
export async function takeList(groupId: string, list: string | File, dryRun: boolean): Promise<Report> {
  if (typeof list !== 'string') {
    return upload<Report>(`/api/groups/${session.orgId}/${groupId}/rooming-list/file?dryRun=${dryRun}`, list)
  }
  const params = { path: pathOf(groupId), query: { dryRun } }
  return data(api.POST('/api/groups/{orgId}/{groupId}/rooming-list', { params, body: { text: list } }))
}
