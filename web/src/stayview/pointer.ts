// What a pointer does to the chart: a click, or picking something up and carrying it. A mouse picks up by moving; a
// finger by resting on it first, so that a phone still scrolls.

/** Point is where the pointer is, in the browser's window. */
export interface Point {
  x: number
  y: number
}

export interface Hands {
  /** Something is picked up at a point; false: there is nothing to carry. */
  begin(at: Point, byTouch: boolean): boolean
  carry(to: Point): void
  end(): void
  cancel(): void
  click(at: Point): void
  /** The box within which what is carried scrolls the chart at its edges. */
  edges(): { left: number; right: number; top: number; bottom: number }
}

const slack = 5 // pixels that a mouse moves in a click
const fingerSlack = 10
const rest = 400 // milliseconds until a finger has picked up
const edge = 36 // pixels from the box's edges within which it scrolls

/** handle has the hands do what pointers do on an element; it returns what ends that. */
export function handle(element: HTMLElement, hands: Hands): () => void {
  const gesture = new Gesture(element, hands)
  const down = (event: PointerEvent) => gesture.down(event)
  // A finger that carries doesn't scroll, nor does its rest open a menu.
  const still = (event: TouchEvent) => gesture.carrying && event.preventDefault()
  const menu = (event: Event) => gesture.carrying && event.preventDefault()
  const lifted = (event: TouchEvent) => gesture.hush && event.cancelable && event.preventDefault()
  const click = (event: MouseEvent) => gesture.click(event)
  element.addEventListener('pointerdown', down)
  element.addEventListener('touchend', lifted, { passive: false })
  element.addEventListener('click', click)
  element.addEventListener('touchmove', still, { passive: false })
  element.addEventListener('contextmenu', menu)
  return () => {
    gesture.stop()
    element.removeEventListener('pointerdown', down)
    element.removeEventListener('touchend', lifted)
    element.removeEventListener('click', click)
    element.removeEventListener('touchmove', still)
    element.removeEventListener('contextmenu', menu)
  }
}

const far = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

class Gesture {
  carrying = false
  /** The browser's own click after what was carried is none. */
  hush = false
  #pointer: number | undefined
  #from: Point = { x: 0, y: 0 }
  #last: Point = { x: 0, y: 0 }
  #timer = 0
  #frame = 0
  #ears = new AbortController()

  constructor(
    readonly element: HTMLElement,
    readonly hands: Hands,
  ) {}

  down(event: PointerEvent): void {
    if (this.#pointer !== undefined || event.button !== 0) return
    this.#pointer = event.pointerId
    this.hush = false
    this.#from = this.#last = { x: event.clientX, y: event.clientY }
    this.#ears = new AbortController()
    const { signal } = this.#ears
    const touch = event.pointerType !== 'mouse'
    if (touch) this.#timer = window.setTimeout(() => this.#begin(true), rest)
    window.addEventListener('pointermove', (moved) => this.#move(moved, touch), { signal })
    window.addEventListener('pointerup', (up) => up.pointerId === this.#pointer && this.#up(), { signal })
    window.addEventListener('pointercancel', () => this.stop(), { signal })
    window.addEventListener('keydown', (key) => key.key === 'Escape' && this.carrying && this.stop(), { signal })
  }

  /** stop puts down what is carried, where it was. */
  stop(): void {
    if (this.carrying) this.hands.cancel()
    this.#finish()
  }

  #begin(touch: boolean): void {
    this.carrying = this.hands.begin(this.#from, touch)
    if (!this.carrying) return this.#finish()
    if (touch) navigator.vibrate?.(15)
    this.#scroll()
  }

  #move(event: PointerEvent, touch: boolean): void {
    if (event.pointerId !== this.#pointer) return
    this.#last = { x: event.clientX, y: event.clientY }
    if (this.carrying) {
      event.preventDefault()
      return this.hands.carry(this.#last)
    }
    const distance = far(this.#from, this.#last)
    if (touch && distance > fingerSlack) this.#finish()
    else if (!touch && distance > slack) {
      this.#begin(false)
      if (this.carrying) this.hands.carry(this.#last)
    }
  }

  /** click comes from the browser: once the finger or button is up, so that it meets nothing that it has opened. */
  click(event: MouseEvent): void {
    if (this.hush) return
    const from = event.target as Element
    const box = from.getBoundingClientRect()
    const spoken = event.clientX === 0 && event.clientY === 0 // by a screen reader, which has no point
    const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 }
    this.hands.click(spoken ? middle : { x: event.clientX, y: event.clientY })
  }

  #up(): void {
    const { carrying } = this
    const moved = far(this.#from, this.#last) > slack
    this.hush = carrying
    this.#finish()
    if (carrying && moved) this.hands.end()
    else if (carrying) {
      // A finger that rested and didn't move, too, has only pointed at something.
      this.hands.cancel()
      this.hands.click(this.#last)
    }
  }

  #finish(): void {
    this.carrying = false
    this.#pointer = undefined
    this.#ears.abort()
    clearTimeout(this.#timer)
    cancelAnimationFrame(this.#frame)
  }

  // At the edges the chart scrolls below what is carried.
  #scroll(): void {
    this.#frame = requestAnimationFrame(() => {
      const box = this.hands.edges()
      const speed = (before: number, after: number) =>
        before < edge ? -Math.min(edge - before, edge) / 3 : after < edge ? Math.min(edge - after, edge) / 3 : 0
      const dx = speed(this.#last.x - box.left, box.right - this.#last.x)
      const dy = speed(this.#last.y - box.top, box.bottom - this.#last.y)
      if (dx !== 0 || dy !== 0) {
        this.element.scrollBy(dx, dy)
        this.hands.carry(this.#last)
      }
      this.#scroll()
    })
  }
}
