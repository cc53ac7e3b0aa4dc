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
  const still = (event: TouchEvent) => gesture.carrying && event.preventDefault() // a finger that carries doesn't scroll
  const menu = (event: Event) => gesture.carrying && event.preventDefault() // nor does its rest open a menu
  element.addEventListener('pointerdown', down)
  element.addEventListener('touchmove', still, { passive: false })
  element.addEventListener('contextmenu', menu)
  return () => {
    gesture.stop()
    element.removeEventListener('pointerdown', down)
    element.removeEventListener('touchmove', still)
    element.removeEventListener('contextmenu', menu)
  }
}

const far = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

class Gesture {
  carrying = false
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

  #up(): void {
    const carried = this.carrying && far(this.#from, this.#last) > slack
    if (carried) this.hands.end()
    else {
      // A finger that rested and didn't move, too, has only pointed at something.
      if (this.carrying) this.hands.cancel()
      this.hands.click(this.#last)
    }
    this.#finish()
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
