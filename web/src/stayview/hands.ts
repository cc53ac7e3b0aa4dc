import { addDays, nightsBetween, type Day } from '../i18n/format'
import type { Acts } from './acts.svelte'
import type { Board } from './board.svelte'
import { at, type Row } from './chart'
import { dayAt, noonAt } from './geometry'
import { fixed } from './moves'
import { handle, type Hands, type Point } from './pointer'
import { modeAt, spotAt, type Spot } from './spots'
import type { Viewport } from './viewport'

/** ChartHands is what a pointer does in the chart: it opens stays, marks empty nights and carries stays. */
export class ChartHands implements Hands {
  #grabbed = 0 // where what is carried was picked up, in days
  #drawing: { row: Row; from: Day } | undefined // a new stay

  constructor(
    readonly board: Board,
    readonly view: Viewport,
    readonly acts: Acts,
  ) {}

  attach = (element: HTMLElement): (() => void) => handle(element, this)

  #spot(point: Point): Spot {
    return spotAt(this.board.stacked, this.board.scale, this.view.frame, point)
  }

  begin(point: Point, byTouch: boolean): boolean {
    const { board, acts } = this
    const { row, piece, part, x } = this.#spot(point)
    if (board.held || part !== 'body' || !row || row.kind === 'type') return false
    this.#grabbed = x
    if (!piece) return this.#draw(row, dayAt(board.scale, x))
    const mode = byTouch ? 'move' : modeAt(board.scale, piece, x)
    if (!acts.mayTake(piece, mode)) return false
    board.take(piece, row, mode)
    return true
  }

  #draw(row: Row, day: Day): boolean {
    const from = at(row.pieces, day) ? addDays(day, -1) : day
    if (!this.acts.around.mayCreate || at(row.pieces, from)) return false
    this.#drawing = { row, from }
    this.board.place(row, { day: from })
    return true
  }

  carry(point: Point): void {
    const { board } = this
    const { row, x } = this.#spot(point)
    if (this.#drawing) this.#drawTo(this.#drawing, noonAt(board.scale, x))
    else if (row) board.holdAt(row, Math.round(x - this.#grabbed))
  }

  /** A new stay ends where the nights are no longer free. */
  #drawTo({ row, from }: { row: Row; from: Day }, to: Day): void {
    const wanted = Math.max(1, nightsBetween(from, to))
    let nights = 1
    while (nights < wanted && !at(row.pieces, addDays(from, nights))) nights++
    this.board.place(row, { day: from }, nights)
  }

  end(): void {
    const { board, acts } = this
    const { cursor } = board
    if (this.#drawing) {
      if (cursor) acts.around.create(this.#drawing.row, cursor.day, cursor.nights)
      this.#drawing = undefined
    } else if (!board.changed) board.drop()
    else if (acts.why && !acts.solvable) {
      acts.around.refuse(acts.why)
      board.drop()
    } else acts.around.put()
  }

  cancel(): void {
    this.#drawing = undefined
    this.board.drop()
  }

  click(point: Point): void {
    const { board, view } = this
    const { open, fold, create, mayCreate } = this.acts.around
    const { row, piece, part, x } = this.#spot(point)
    if (board.held || !row || part === 'outside') return
    if (row.kind === 'type') return fold(row.category.categoryId)
    if (part === 'labels') return
    const day = dayAt(board.scale, x)
    const { cursor } = board
    const again = !piece && cursor?.row === row.key && cursor.day === day && !cursor.piece
    view.moveCursor(() => board.place(row, { day: piece && piece.from > day ? piece.from : day, piece }))
    if (piece) open(piece, row)
    else if (again && mayCreate) create(row, day, board.cursor!.nights)
  }

  /** The right mouse button and the menu key take empty nights out of order. */
  menu = (event: MouseEvent): void => {
    const { board, acts } = this
    const { row, piece, part, x } = this.#spot({ x: event.clientX, y: event.clientY })
    if (!acts.around.mayBlock || board.held || this.#drawing) return
    if (part !== 'body' || row?.kind !== 'room' || piece) return
    event.preventDefault()
    const day = dayAt(board.scale, x)
    const { cursor } = board
    const marked = cursor && !cursor.piece && cursor.row === row.key ? nightsBetween(cursor.day, day) : -1
    if (marked < 0 || marked >= cursor!.nights) board.place(row, { day })
    acts.blockHere()
  }

  hover = (event: PointerEvent): void => {
    if (event.pointerType !== 'mouse' || event.buttons !== 0 || !this.acts.around.mayMove) return
    const { piece, part, x } = this.#spot({ x: event.clientX, y: event.clientY })
    if (!piece || part !== 'body') return this.view.point('')
    const mode = modeAt(this.board.scale, piece, x)
    this.view.point(fixed(piece, mode) ? 'pointer' : mode === 'move' ? 'grab' : 'ew-resize')
  }

  /** The box at whose edges the chart scrolls while something is carried. */
  edges(): { left: number; right: number; top: number; bottom: number } {
    const { box, head, labels, foot, rightToLeft } = this.view.frame
    const [left, right] = rightToLeft ? [0, labels] : [labels, 0]
    return { left: box.left + left, right: box.right - right, top: box.top + head, bottom: box.bottom - foot }
  }
}
