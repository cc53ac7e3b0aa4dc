import type { Socket } from 'socket.io-client'

import { changed, kinds } from '../api/query'
import { session } from '../session/session.svelte'

/** What the server says has changed. */
interface Change {
  orgId: string
  revision: number
  kind: string
  ids: string[]
}

/** How the console stands with the server: `live` hears of changes at once; `offline` shows what it read before. */
type Line = 'connecting' | 'live' | 'offline'

/** The live channel: it has records read anew that others have changed. */
class Live {
  line = $state<Line>('connecting')
  /** When the server was last heard, in UTC milliseconds. */
  heard = $state(Date.now())
  #listeners = new Set<(change: Change) => void>()

  /** start connects, until the function that it returns is called. The client isn't part of the first screen. */
  start(): () => void {
    let socket: Socket | undefined
    let ended = false
    void import('socket.io-client').then(({ io }) => {
      if (ended) return
      socket = io({ transports: ['websocket', 'polling'], auth: (use) => use({ token: session.token, changes: true }) })
      this.#follow(socket)
    })
    const offline = () => (this.line = 'offline')
    addEventListener('offline', offline)
    return () => {
      ended = true
      removeEventListener('offline', offline)
      socket?.disconnect()
    }
  }

  #follow(socket: Socket): void {
    socket.on('connect', () => {
      const again = this.line === 'offline'
      this.line = 'live'
      this.#hear()
      // What was changed meanwhile has gone by unheard.
      if (again) void changed(...kinds, 'notifications')
    })
    socket.on('disconnect', (reason) => {
      this.line = 'offline'
      if (reason === 'io server disconnect') setTimeout(() => socket.connect(), 1000) // the token has expired
    })
    socket.on('connect_error', async () => {
      this.line = 'offline'
      if (!socket.active && (await session.returned())) socket.connect()
    })
    socket.io.on('ping', () => this.#hear())
    socket.on('changed', (change: Change) => {
      this.#hear()
      if (change.orgId !== session.orgId) return
      this.#listeners.forEach((listen) => listen(change))
      void changed(change.kind)
    })
    socket.onAny((event: string) => {
      if (event.startsWith('notification:')) void changed('notifications')
    })
  }

  /** onChange hears of every change in the current organization; it returns what ends that. */
  onChange(listen: (change: Change) => void): () => void {
    this.#listeners.add(listen)
    return () => this.#listeners.delete(listen)
  }

  #hear(): void {
    this.heard = Date.now()
  }
}

export const live = new Live()
