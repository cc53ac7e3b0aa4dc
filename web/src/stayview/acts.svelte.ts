import { dayText, type Day } from '../i18n/format'
import { t } from '../i18n/i18n.svelte'
import type { Board } from './board.svelte'
import type { Piece, Row } from './chart'
import type { Command } from './keyboard'
import { fixed, type Mode } from './moves'
import type { Viewport } from './viewport'
import { nameOf, placeText } from './words'

/** What the chart asks of the screen around it, and what the person may do there. */
export interface Around {
  mayMove: boolean
  mayCreate: boolean
  mayBlock: boolean
  open: (piece: Piece, row: Row) => void
  fold: (categoryId: string) => void
  create: (row: Row, from: Day, nights: number) => void
  /** Takes a room out of order. */
  block: (row: Row & { kind: 'room' }, from: Day, nights: number) => void
  /** What is held was put down where it is. */
  put: () => void
  /** Something can't be picked up, or put down there. */
  refuse: (why: string) => void
}

/** Acts are the things a person can do in the chart, with keys or a pointer, within their permissions. */
export class Acts {
  /** What a screen reader announces. */
  said = $state('')

  constructor(
    readonly board: Board,
    readonly view: Viewport,
    readonly around: Around,
  ) {}

  /** why is the reason why what is held can't be put down where it is; '' if it can. */
  get why(): string {
    const reason = this.#reason
    return reason ? t(reason.key, reason.params) : ''
  }

  get #reason() {
    return this.board.verdict((day) => dayText(day, { day: 'numeric', month: 'short' }))
  }

  /** Somebody else has the room: what would solve that is asked, where it is put down all the same. */
  get solvable(): boolean {
    const key = this.#reason?.key
    return key === 'stayView.why.taken' || key === 'stayView.why.blocked'
  }

  /** run does what a key asks for. */
  run(command: Command): void {
    const { board, view } = this
    switch (command.act) {
      case 'sideways':
        return view.moveCursor(() => board.sideways(command.by))
      case 'widen':
        return view.moveCursor(() => board.widen(command.by))
      case 'upDown':
        return view.moveCursor(() => board.upDown(command.by))
      case 'shift':
        return this.#carried(() => board.shift(command.by))
      case 'carry':
        return this.#carried(() => board.carry(command.by))
      case 'takeUp':
        return this.takeUp(command.mode)
      case 'activate':
        return this.#activate()
      case 'block':
        return this.blockHere()
      case 'putDown':
        return this.#putDown()
      case 'letGo':
        return this.#letGo()
    }
  }

  #activate(): void {
    const { board, around } = this
    const { current, cursor } = board
    if (!current || !cursor) return
    if (current.row.kind === 'type') return around.fold(current.row.category.categoryId)
    if (current.piece) return around.open(current.piece, current.row)
    if (around.mayCreate) around.create(current.row, cursor.day, cursor.nights)
  }

  /** blockHere takes the empty nights under the cursor out of order, or opens the block that is there. */
  blockHere(): void {
    const { board, around } = this
    const { current, cursor } = board
    if (!current || !cursor || current.row.kind !== 'room') return
    if (!around.mayBlock) around.refuse(t('stayView.noBlockPermission'))
    else if (!current.piece) around.block(current.row, cursor.day, cursor.nights)
    else if (current.piece.block) around.open(current.piece, current.row)
  }

  /** mayTake tells whether a stay can be picked up; if not, the person is told why. */
  mayTake(piece: Piece, mode: Mode): boolean {
    const { mayMove, refuse } = this.around
    const reason = fixed(piece, mode)
    if (!mayMove) refuse(t('stayView.noPermission'))
    else if (reason) refuse(t(reason.key, reason.params))
    return mayMove && !reason
  }

  /** takeUp holds the stay under the cursor, to be carried by the arrow keys. */
  takeUp(mode: Mode): void {
    const { board, view } = this
    const { current } = board
    if (!current?.piece || !this.mayTake(current.piece, mode)) return
    board.take(current.piece, current.row, mode)
    this.said = t('stayView.held', { guest: nameOf(current.piece) })
    view.takeFocus()
  }

  #carried(move: () => void): void {
    const { board, view } = this
    move()
    const { ghost, wish } = board
    if (!ghost || !wish) return
    view.scrollTo(board.offsetFor(ghost.row, ghost.start, ghost.end))
    this.said = this.why || placeText(wish.row, wish.from, wish.to)
  }

  // With keys, a refused stay is still held; a pointer lets it go.
  #putDown(): void {
    if (!this.board.changed) return this.#letGo()
    if (this.why && !this.solvable) this.around.refuse(this.why)
    else this.around.put()
  }

  #letGo(): void {
    this.board.drop()
    this.said = t('stayView.cancelled')
    void this.view.focus()
  }
}
