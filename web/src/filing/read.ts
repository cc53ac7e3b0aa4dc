import { answer, api, data } from '../api/client'
import type { paths } from '../api/schema'
import { session } from '../session/session.svelte'
import type { Form } from './forms'

export const pathOf = (formId: string) => ({ orgId: session.orgId, formId })

type Query = NonNullable<paths['/api/guests/{orgId}/form-iii']['get']['parameters']['query']>

/** forms is a page of the reports, what is due first before the others. */
export const forms = (query: Query) =>
  answer(api.GET('/api/guests/{orgId}/form-iii', { params: { path: { orgId: session.orgId }, query } }))

export const readForm = (formId: string): Promise<Form> =>
  data(api.GET('/api/guests/{orgId}/form-iii/{formId}', { params: { path: pathOf(formId) } }))
