import createClient from 'openapi-fetch'

import type { components, paths } from './schema'

export type Schemas = components['schemas']

/** A fault of one field of a request, by its place in the body such as `rooms[0].roomId`. */
export interface Fault {
  field: string
  message: string
}

/** ApiError is an answer that says no. Status 0 means that there was no answer: the line or the server is gone. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly faults: Fault[] = [],
    /** Of the request. */
    readonly url = '',
    /** Who changed the record that was read in an older version, and when (RFC 3339). */
    readonly changed?: { by: string; at: string },
  ) {
    super(message)
    this.name = 'ApiError'
  }

  get offline(): boolean {
    return this.status === 0
  }

  /** Somebody else has changed the record since it was read. */
  get stale(): boolean {
    return this.faults.some(({ field }) => field === 'If-Match')
  }
}

/** Waits is what was asked for and waits for a second person: nothing is done yet, and nothing has failed. */
export class Waits extends ApiError {
  constructor(message: string) {
    super(202, message)
  }
}

/** Consents asks for a manager's code at the desk: the answer to the request with it, or nothing where it waits on. */
export type Consents = (
  approval: Schemas['ApprovalView'],
  withCode: (by: string, code: string) => Promise<Response>,
) => Promise<Response | undefined>

let consents: Consents = async () => undefined

export function consentBy(given: Consents): void {
  consents = given
}

/** What the client needs to know of the session: its access token, and how to get a new one. */
interface Credentials {
  token(): string
  /** Gets a new token; false means that the session has ended. */
  renew(): Promise<boolean>
  /** The hotel lets the person in only with a second factor. */
  barred(): void
}

let credentials: Credentials = { token: () => '', renew: async () => false, barred: () => undefined }

export function authorizeBy(given: Credentials): void {
  credentials = given
}

/** authorized sends a request with the access token; one that has expired is renewed, once. */
export async function authorized(request: Request): Promise<Response> {
  const again = request.clone()
  let answer = await send(request)
  const spare = answer.status === 202 ? again.clone() : undefined
  if (answer.status === 401 && (await credentials.renew())) answer = await send(again)
  return answer.status === 202 ? secondPerson(answer, spare ?? again) : answer
}

/** secondPerson goes on with an answer that may say that the request waits for somebody else's yes. */
async function secondPerson(answer: Response, request: Request): Promise<Response> {
  const { data, message } = (await answer.clone().json()) as { data?: Schemas['ApprovalView']; message: string }
  if (!data?.acts) return answer
  const asked = (await request.text()) || '{}'
  const { url, method, headers } = request
  const withCode = (by: string, code: string) => {
    const body = JSON.stringify({ ...JSON.parse(asked), approval: { by, code } })
    const typed = new Headers(headers)
    typed.set('Content-Type', 'application/json')
    return send(new Request(url, { method, headers: typed, body }))
  }
  const done = await consents(data, withCode)
  if (done) return done
  throw new Waits(message)
}

/** failed is the failure that an answer tells of. */
export const failed = async (answer: Response): Promise<ApiError> =>
  failure(answer.status, await answer.json().catch(() => undefined), answer.url)

async function send(request: Request): Promise<Response> {
  const token = credentials.token()
  if (token) request.headers.set('Authorization', `Bearer ${token}`)
  try {
    return await fetch(request)
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new ApiError(0, '')
  }
}

/** api calls the server: `await data(api.GET('/api/rooms/{orgId}/list', { params: { path: { orgId } } }))`. */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: authorized })

interface Outcome<T> {
  data?: T
  error?: unknown
  response: Response
}

/** answer is the whole body of a success; a failure is thrown as an ApiError. */
export async function answer<T>(call: Promise<Outcome<T>>): Promise<T> {
  const { data, error, response } = await call
  if (response.ok) return data as T
  throw failure(response.status, error, response.url)
}

/** data is what the body of a success has as `data`. */
export async function data<T>(call: Promise<Outcome<{ data: T }>>): Promise<T> {
  return (await answer(call)).data
}

/** file loads a document, with the name that the server gives it. */
export async function file(path: string): Promise<{ blob: Blob; name: string }> {
  const response = await authorized(new Request(new URL(path, location.origin)))
  if (!response.ok) throw failure(response.status, await response.json().catch(() => undefined))
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1]
  return { blob: await response.blob(), name: name ?? 'sarai' }
}

/** upload puts a file where the path says, and returns what the server answers to it. */
export async function upload<T = unknown>(path: string, file: File): Promise<T> {
  const body = new FormData()
  body.set('file', file)
  const response = await authorized(new Request(new URL(path, location.origin), { method: 'PUT', body }))
  if (!response.ok) throw failure(response.status, await response.json().catch(() => undefined))
  return ((await response.json()) as { data: T }).data
}

function failure(status: number, body: unknown, url = ''): ApiError {
  const { message = '', errors = [], changed } = (body ?? {}) as Partial<Schemas['Failure']>
  if (status === 403 && errors.some(({ field }) => field === 'secondFactor')) credentials.barred()
  return new ApiError(status, message, errors, url, changed)
}

/** onceKey is an Idempotency-Key: who sends a form again with the same one, as after a lost answer, does it once. */
export const onceKey = (): string => crypto.randomUUID()
