import { api, ApiError, authorizeBy, data, type Schemas } from '../api/client'
import { queries } from '../api/query'
import { restoreAnswers } from '../offline/kept'

type Me = Schemas['AuthMe']
export type Flag = 'view' | 'create' | 'update' | 'delete' | 'manage'
/** A permission such as `bookings.create`. */
export type Permission = `${string}.${Flag}`

/**
 * Where the session stands. `ended` is a session that was there and is no more: the screen stays as it is, so that
 * nothing typed is lost, until the same person has signed in again. `barred` is a person whom the hotel lets in only with
 * a second factor.
 */
type State = 'starting' | 'signed-out' | 'signed-in' | 'ended' | 'barred'

const chosenKey = 'sarai.organization' // of this tab
const heldKey = 'sarai.session' // whether this browser may hold a session's cookie, which no script can see
const personKey = 'sarai.person' // who was here last, for the time without a line
const everyTab = new BroadcastChannel('sarai.session')

/**
 * The session of this tab. The access token is only in memory; the refresh token is a cookie that no script can read.
 */
class Session {
  state = $state<State>('starting')
  me = $state.raw<Me>()
  organization = $state.raw<Schemas['OrganizationView']>()
  #token = ''
  #renewing: Promise<boolean> | undefined
  /** Why the session has ended: the person has signed out in another tab. */
  elsewhere = $state(false)
  #cleanups: (() => unknown)[] = []
  #unsent = () => false

  constructor() {
    authorizeBy({
      token: () => this.#token,
      renew: () => this.#renew(),
      barred: () => {
        if (this.state === 'signed-in') this.#bar()
      },
    })
    everyTab.onmessage = ({ data }) => {
      if (data !== 'signed-out') return
      if (this.state === 'signed-in' && this.#unsent()) this.#endElsewhere()
      else void this.#forget()
    }
  }

  get orgId(): string {
    return this.me?.user.orgId ?? ''
  }

  get currency(): string {
    return this.organization?.currency ?? 'INR'
  }

  get zone(): string {
    return this.organization?.timezone ?? 'UTC'
  }

  get token(): string {
    return this.#token
  }

  /** may tells whether the person's role allows it. */
  may(permission: Permission): boolean {
    const [module = '', flag] = permission.split('.') as [string, Flag]
    const flags = this.me?.permissions[module]
    return Boolean(flags?.[flag] || flags?.manage)
  }

  /** seesMoney is for who takes payments or changes bookings: what guests owe isn't for who only cleans. */
  get seesMoney(): boolean {
    return this.may('payments.view') || this.may('bookings.update')
  }

  /** start takes up the session of the cookie, if there is one. */
  async start(): Promise<void> {
    if (!localStorage.getItem(heldKey)) {
      this.state = 'signed-out'
      return
    }
    try {
      if (await this.#renew()) await this.enter(sessionStorage.getItem(chosenKey) ?? '')
      else this.state = 'signed-out'
    } catch {
      this.#goOnWithoutLine()
    }
  }

  // Without a line the person of before may read what was kept on this machine; whoever signs out takes it along.
  #goOnWithoutLine(): void {
    const text = localStorage.getItem(personKey)
    if (text) ({ me: this.me, organization: this.organization } = JSON.parse(text))
    if (text) restoreAnswers()
    this.state = text ? 'signed-in' : 'signed-out'
  }

  /** signIn needs a code only from people with a second factor. */
  async signIn(email: string, password: string, code = ''): Promise<void> {
    const body = { email, password, code, cookieOnly: true }
    const { token, user } = await data(api.POST('/api/auth/login', { body }))
    const somebodyElse = this.state === 'ended' && this.me?.user.id !== user.id
    // A session may end without a sign-out: what it left on this machine isn't for whoever comes next.
    const before = localStorage.getItem(personKey)
    if (before && JSON.parse(before).me?.user.id !== user.id) await this.#wipe()
    this.#token = token
    this.elsewhere = false
    localStorage.setItem(heldKey, 'held')
    if (somebodyElse) location.reload()
    else await this.enter(this.orgId || (sessionStorage.getItem(chosenKey) ?? ''))
  }

  /** enter makes an organization the current one; '' enters the one that was used last. */
  async enter(orgId: string): Promise<void> {
    const query = orgId ? { orgId } : {}
    try {
      const me = await data(api.GET('/api/auth/me', { params: { query } }))
      const other = me.user.orgId !== this.orgId
      if (other) queries.clear()
      if (me.organizations.some(({ _id, needsMFA }) => needsMFA && _id === me.user.orgId)) {
        this.me = me
        this.#bar()
        return
      }
      if (me.user.orgId && (other || !this.organization)) {
        const path = { orgid: me.user.orgId }
        this.organization = await data(api.GET('/api/organization/{orgid}', { params: { path } }))
      }
      this.me = me
      sessionStorage.setItem(chosenKey, this.orgId)
      localStorage.setItem(personKey, JSON.stringify({ me, organization: this.organization }))
      this.state = 'signed-in'
    } catch (error) {
      // The organization of before is one that the person has left.
      if (orgId && error instanceof ApiError && [403, 404].includes(error.status)) return this.enter('')
      throw error
    }
  }

  // What was read of the hotel isn't shown any more, nor kept for the time without a line.
  #bar(): void {
    this.organization = undefined
    sessionStorage.setItem(chosenKey, this.orgId)
    localStorage.removeItem(personKey)
    queries.clear()
    this.state = 'barred'
  }

  /** returned asks again whether the hotel lets the person in, with a new token. */
  async returned(): Promise<boolean> {
    if (!(await this.renewed())) return false
    await this.enter(this.orgId).catch(() => undefined)
    return this.state === 'signed-in'
  }

  /** renewed gets a new access token; false means that there is no session any more, or no line. */
  async renewed(): Promise<boolean> {
    return this.#renew().catch(() => false)
  }

  async signOut(): Promise<void> {
    await api.POST('/api/auth/logout').catch(() => undefined) // without a line, this tab forgets all the same
    everyTab.postMessage('signed-out')
    await this.#forget()
  }

  /** signOutElsewhere ends all other sessions of the person. */
  async signOutElsewhere(): Promise<void> {
    const sessions = await data(api.GET('/api/auth/sessions'))
    for (const { _id, current } of sessions) {
      const params = { path: { sessionId: _id } }
      if (!current) await data(api.DELETE('/api/auth/sessions/{sessionId}', { params }) as never)
    }
  }

  /** keeps tells what a sign-out in another tab must not take away: whether something was typed that isn't sent yet. */
  keeps(unsent: () => boolean): void {
    this.#unsent = unsent
  }

  #endElsewhere(): void {
    this.#token = ''
    this.elsewhere = true
    this.state = 'ended'
  }

  /** onForget runs at sign-out, to wipe what must not stay on this machine. */
  onForget(cleanup: () => unknown): void {
    this.#cleanups.push(cleanup)
  }

  async #forget(): Promise<void> {
    this.#token = ''
    this.elsewhere = false
    this.state = 'signed-out'
    this.me = this.organization = undefined
    await this.#wipe()
  }

  /** #wipe removes what people have left on this machine. */
  async #wipe(): Promise<void> {
    sessionStorage.removeItem(chosenKey)
    localStorage.removeItem(heldKey)
    localStorage.removeItem(personKey)
    queries.clear()
    await Promise.all(this.#cleanups.map((cleanup) => cleanup()))
  }

  // Several requests that find the token expired share one renewal.
  #renew(): Promise<boolean> {
    return (this.#renewing ??= this.#fetchToken().finally(() => (this.#renewing = undefined)))
  }

  async #fetchToken(): Promise<boolean> {
    const answer = await fetch('/api/auth/refresh-token', { method: 'POST' }).catch(() => undefined)
    if (!answer) throw new ApiError(0, '')
    if (answer.ok) {
      this.#token = (await answer.json()).data.token
      return true
    }
    if (answer.status === 401) {
      localStorage.removeItem(heldKey)
      if (this.state === 'signed-in') this.state = 'ended'
      if (this.state === 'barred') this.state = 'signed-out'
    }
    return false
  }
}

export const session = new Session()
