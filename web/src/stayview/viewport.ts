import { tick } from 'svelte'

import { nightsBetween } from '../i18n/format'
import { i18n } from '../i18n/i18n.svelte'
import type { Board } from './board.svelte'
import { spanOf } from './geometry'
import type { Point } from './pointer'
import type { Frame } from './spots'

/** Viewport is the chart's element on the screen: its size, scrolling and focus. It keeps the board up to date. */
export class Viewport {
  #element!: HTMLElement
  #focused = false // whether the focus is in the grid

  constructor(readonly board: Board) {}

  attach = (element: HTMLElement): (() => void) => {
    this.#element = element
    const measure = () => (this.board.box = { width: element.clientWidth, height: element.clientHeight })
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }

  get frame(): Frame {
    const { sizes, foot, offset } = this.board
    const { clientLeft, clientTop, clientWidth, clientHeight } = this.#element
    const outer = this.#element.getBoundingClientRect()
    const [left, top] = [outer.left + clientLeft, outer.top + clientTop]
    const box = { left, right: left + clientWidth, top, bottom: top + clientHeight }
    return { box, head: sizes.head, labels: sizes.labels, foot, offset, rightToLeft: i18n.rightToLeft }
  }

  /** point sets the mouse cursor by its CSS name; '' is the default. */
  point(cursor: string): void {
    this.#element.style.cursor = cursor
  }

  // Scrolling

  scrolled = (): void => {
    const { scrollLeft, scrollTop } = this.#element
    this.board.offset = { x: Math.abs(scrollLeft), y: scrollTop } // from right to left, it counts below 0
  }

  scrollTo({ x, y }: Point): void {
    const { offset } = this.board
    if (x === offset.x && y === offset.y) return
    this.#element.scrollTo({ left: i18n.rightToLeft ? -x : x, top: y })
    this.scrolled()
  }

  #reveal(): void {
    const { board } = this
    const { current, cursor, scale } = board
    const row = board.row(current?.row.key)
    if (!cursor || !row) return
    if (row.kind === 'type') return this.scrollTo({ ...board.offsetFor(row, 0, 0), x: board.offset.x })
    const piece = current?.piece
    const start = nightsBetween(scale.from, cursor.day)
    const span = piece ? spanOf(scale, piece.from, piece.until) : { start, end: start + 1 + cursor.nights }
    this.scrollTo(board.offsetFor(row, Math.max(span.start, start - 1), span.end))
  }

  // The focus

  entered = (): void => void (this.#focused = true)

  // The grid still has the focus when its focused cell is removed or the window loses the focus.
  left = ({ target, relatedTarget }: FocusEvent): void => {
    const lost = !document.hasFocus() || !(target as Node).isConnected
    this.#focused = relatedTarget ? this.#element.contains(relatedTarget as Node) : lost
  }

  /** focus gives the cursor's cell the focus, as after a dialog. */
  async focus(): Promise<void> {
    await tick()
    this.#element.querySelector<HTMLElement>('[data-cursor]')?.focus({ preventScroll: true })
  }

  /** keepFocus puts the focus on the cursor's cell if the grid has it: others may change what had it. */
  keepFocus(): void {
    if (this.#focused) void this.focus()
  }

  /** takeFocus puts the focus on the cursor's cell. */
  takeFocus(): void {
    this.#focused = true
    void this.focus()
  }

  moveCursor(move: () => void): void {
    move()
    this.#reveal()
    this.takeFocus()
  }

  /** goTo puts the cursor on a stay, once it is there. */
  goTo(rowKey: string, key: string): void {
    const { board } = this
    const row = board.row(rowKey)
    const piece = row?.pieces.find((one) => one.key === key)
    if (!row || !piece) return
    const day = piece.from < board.scale.from ? board.scale.from : piece.from
    this.moveCursor(() => board.place(row, { day, piece }))
  }
}
