import { answer, api, data } from '../api/client'
import { session } from '../session/session.svelte'
import type { Day } from '../i18n/format'
import type { Block } from './chart'

/** What somebody wants to be out of order: a room, or a block of it that is there already. */
export interface Wanted {
  roomId: string
  from: Day
  to: Day
  block?: Block
}

type Nights = Pick<Block, 'from' | 'to' | 'reason'>
const place = (roomId: string) => ({ orgId: session.orgId, roomId })

export async function makeBlock(roomId: string, body: Nights, key?: string): Promise<string> {
  const params = { path: place(roomId), header: key ? { 'Idempotency-Key': key } : {} }
  return (await data(api.POST('/api/rooms/{orgId}/{roomId}/blocks', { params, body })))._id
}

/** changeBlock gives a block other nights or another reason. One that has begun keeps its first night. */
export async function changeBlock({ roomId, blockId }: Block, body: Partial<Nights>): Promise<void> {
  const params = { path: { ...place(roomId), blockId } }
  await answer(api.PUT('/api/rooms/{orgId}/{roomId}/blocks/{blockId}', { params, body }))
}

export async function removeBlock({ roomId, blockId }: Pick<Block, 'roomId' | 'blockId'>): Promise<void> {
  const params = { path: { ...place(roomId), blockId } }
  await answer(api.DELETE('/api/rooms/{orgId}/{roomId}/blocks/{blockId}', { params }))
}

/**
 * endBlock has the room back today: a block that has begun keeps the nights that are over, another one goes. It returns
 * what takes that back.
 */
export async function endBlock(block: Block, today: Day): Promise<() => Promise<unknown>> {
  const { from, to, reason, roomId } = block
  if (from < today) {
    await changeBlock(block, { to: today })
    return () => changeBlock(block, { to })
  }
  await removeBlock(block)
  return () => makeBlock(roomId, { from, to, reason })
}
