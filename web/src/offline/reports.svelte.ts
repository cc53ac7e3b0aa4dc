import { answer, api, ApiError, upload } from '../api/client'
import { changed } from '../api/query'
import { fileOf, photoPath } from '../housekeeping/photo'
import { session } from '../session/session.svelte'
import { messageOf } from '../ui/form.svelte'

/** What somebody has reported about a room. It is kept on this machine until the server has taken it. */
export interface Report {
  orgId: string
  userId: string
  roomId: string
  housekeeping?: 'clean' | 'dirty' | 'inspected'
  note?: string
  photo?: string // a JPEG as text
  at: string // when it was done, RFC 3339
}

const storageKey = 'sarai.reports'
const pause = 15_000 // milliseconds between two tries

/** Reports are sent in the order in which they were made, each until the server has answered. */
class Reports {
  waiting = $state.raw<Report[]>(stored())
  /** What the server has refused for good, for the person to read. */
  problem = $state('')
  #sending = false

  /** start sends what waits now, when the line is back, and again after a while; it returns what ends that. */
  start(): () => void {
    const send = () => void this.send()
    send()
    const timer = setInterval(send, pause)
    const otherTab = ({ key }: StorageEvent) => {
      if (key === storageKey) this.waiting = stored()
    }
    addEventListener('online', send)
    addEventListener('storage', otherTab)
    return () => {
      clearInterval(timer)
      removeEventListener('online', send)
      removeEventListener('storage', otherTab)
    }
  }

  get mine(): Report[] {
    const userId = session.me?.user.id
    return this.waiting.filter((report) => report.userId === userId && report.orgId === session.orgId)
  }

  /** of is what waits for a room, put together; the last word counts. */
  of(roomId: string): Partial<Report> {
    return Object.assign({}, ...this.mine.filter((report) => report.roomId === roomId))
  }

  async add(roomId: string, what: Pick<Report, 'housekeeping' | 'note'>): Promise<void> {
    this.#store([...this.waiting, this.#made(roomId, what)])
    await this.send()
  }

  /**
   * addPhoto sends a photo, or has it wait with the other reports. It returns false where there is no line, and no
   * place for it on this machine either.
   */
  async addPhoto(roomId: string, photo: string): Promise<boolean> {
    const report = this.#made(roomId, { photo })
    if (await this.#deliver(report)) return true
    const before = this.waiting
    try {
      this.#store([...before, report])
      return true
    } catch {
      this.waiting = before
      return false
    }
  }

  #made(roomId: string, what: Partial<Report>): Report {
    const { orgId, me } = session
    return { ...what, roomId, orgId, userId: me?.user.id ?? '', at: new Date().toISOString() }
  }

  async send(): Promise<void> {
    if (this.#sending) return
    this.#sending = true
    try {
      let report
      while ((report = this.mine[0]) && (await this.#deliver(report))) this.#drop(report)
    } finally {
      this.#sending = false
    }
  }

  // Tells whether the report needn't be sent again: the server has taken it, or will never.
  async #deliver({ orgId, userId: _, roomId, photo, ...body }: Report): Promise<boolean> {
    const params = { path: { orgId, roomId } }
    try {
      if (photo) await upload(photoPath(roomId), fileOf(photo))
      else await answer(api.PUT('/api/rooms/{orgId}/{roomId}/housekeeping/report', { params, body }))
      void changed('housekeeping', 'rooms')
      return true
    } catch (error) {
      const later = !(error instanceof ApiError) || error.offline || error.status === 401 || error.status >= 429
      if (!later) this.problem = messageOf(error)
      return !later
    }
  }

  #drop(report: Report): void {
    this.#store(this.waiting.filter((other) => other !== report))
  }

  #store(reports: Report[]): void {
    this.waiting = reports
    localStorage.setItem(storageKey, JSON.stringify(reports))
  }
}

const stored = () => JSON.parse(localStorage.getItem(storageKey) ?? '[]') as Report[]

export const reports = new Reports()
