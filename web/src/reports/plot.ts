import { i18n } from '../i18n/i18n.svelte'
import { steps } from './steps'

/** What a chart shows: values over labels; null is a gap. */
export interface Series {
  label: string
  values: (number | null)[]
  kind?: 'line' | 'bars' | 'before' // `before` is the same figure, of the period before
}

export interface Drawing {
  labels: string[]
  series: Series[]
  format: (value: number) => string
  /** The highest value of the axis, such as 100 percent; without it the axis follows the values. */
  max?: number
  onhover: (index: number | undefined) => void
}

const height = 220
const edge = { start: 84, end: 12, top: 10, bottom: 32 } // around the drawing, in pixels: the axes' texts stand there
const apart = 70 // pixels, at least, between two texts below

/** draw puts a chart into an element, in the colours of the page's theme; it returns what takes it away. */
export function draw(place: HTMLElement, drawing: Drawing): () => void {
  const canvas = document.createElement('canvas')
  canvas.style.display = 'block'
  place.append(canvas)
  let hovered: number | undefined
  const paint = () => paintChart(canvas, place, drawing, hovered)
  const hover = (index: number | undefined) => {
    if (index === hovered) return
    hovered = index
    drawing.onhover(index)
    paint()
  }
  canvas.addEventListener('pointermove', (event) => hover(area(place, drawing).at(event.offsetX)))
  canvas.addEventListener('pointerleave', () => hover(undefined))
  const resized = new ResizeObserver(paint)
  resized.observe(place)
  return () => {
    resized.disconnect()
    canvas.remove()
  }
}

/** area is the place of values: x by index, mirrored from right to left, and the index at an x. */
function area(place: HTMLElement, { labels, series }: Drawing) {
  const width = place.clientWidth
  const inner = Math.max(1, width - edge.start - edge.end)
  const bars = series.filter(({ kind }) => kind === 'bars').length
  // Bars stand in slots of their own; lines go from edge to edge.
  const slots = Math.max(1, bars ? labels.length : labels.length - 1)
  const slot = inner / slots
  const first = edge.start + (bars ? slot / 2 : 0)
  const mirror = (x: number) => (i18n.rightToLeft ? width - x : x)
  return {
    width,
    bars,
    slot,
    mirror,
    x: (index: number) => mirror(first + index * slot),
    at: (x: number) => Math.min(labels.length - 1, Math.max(0, Math.round((mirror(x) - first) / slot))),
  }
}

function paintChart(canvas: HTMLCanvasElement, place: HTMLElement, drawing: Drawing, hovered: number | undefined) {
  const { labels, series, format, max } = drawing
  const { width, bars, slot, mirror, x } = area(place, drawing)
  const styles = getComputedStyle(place)
  const colour = (name: string) => styles.getPropertyValue(name).trim()
  const scale = devicePixelRatio || 1
  Object.assign(canvas, { width: width * scale, height: height * scale })
  Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` })
  const pen = canvas.getContext('2d')!
  pen.scale(scale, scale)
  pen.font = `12px ${styles.fontFamily}`

  const values = series.flatMap((one) => one.values.filter((value) => value !== null))
  const low = Math.min(0, ...values)
  const highest = Math.max(0, ...values)
  const high = max ?? (highest > 0 ? highest * 1.08 : 1)
  const y = (value: number) => height - edge.bottom - ((value - low) / (high - low)) * (height - edge.top - edge.bottom)

  const line = (points: [number, number][]) => {
    pen.beginPath()
    points.forEach(([toX, toY], i) => (i === 0 ? pen.moveTo(toX, toY) : pen.lineTo(toX, toY)))
    pen.stroke()
  }

  pen.strokeStyle = colour('--line')
  pen.fillStyle = colour('--muted')
  pen.textBaseline = 'middle'
  pen.textAlign = i18n.rightToLeft ? 'left' : 'right'
  for (const value of steps(low, high)) {
    line([
      [mirror(edge.start), y(value)],
      [mirror(width - edge.end), y(value)],
    ])
    pen.fillText(format(value), mirror(edge.start - 8), y(value))
  }
  pen.textAlign = 'center'
  const every = Math.max(1, Math.ceil(apart / slot))
  for (let i = 0; i < labels.length; i += every) pen.fillText(labels[i]!, x(i), height - edge.bottom / 2)

  let bar = 0
  series.forEach(({ values: own, kind = 'line' }, i) => {
    const before = kind === 'before'
    pen.strokeStyle = pen.fillStyle = colour(before ? '--muted' : (['--accent', '--warn', '--info'][i] ?? '--muted'))
    if (kind === 'bars') {
      // Two kinds of bars stand side by side.
      const wide = Math.min(60, slot * (bars === 1 ? 0.6 : 0.35))
      const from = (bar++ - bars / 2) * wide
      own.forEach((value, index) => {
        if (value !== null) pen.fillRect(x(index) + from, Math.min(y(value), y(0)), wide, Math.abs(y(value) - y(0)))
      })
      return
    }
    pen.lineWidth = before ? 1.5 : 2
    pen.setLineDash(before ? [4, 4] : [])
    for (const run of runs(own)) line(run.map(({ index, value }) => [x(index), y(value)]))
    pen.setLineDash([])
    pen.lineWidth = 1
    own.forEach((value, index) => {
      if (value === null || before || (own.length >= 15 && index !== hovered)) return
      pen.beginPath()
      pen.arc(x(index), y(value), index === hovered ? 4 : 3, 0, 2 * Math.PI)
      pen.fill()
    })
  })
  if (hovered === undefined) return
  pen.strokeStyle = colour('--muted')
  pen.setLineDash([3, 3])
  line([
    [x(hovered), edge.top],
    [x(hovered), height - edge.bottom],
  ])
}

/** runs are the values between the gaps. */
function runs(values: (number | null)[]): { index: number; value: number }[][] {
  const all: { index: number; value: number }[][] = [[]]
  values.forEach((value, index) => {
    if (value === null) all.push([])
    else all.at(-1)!.push({ index, value })
  })
  return all
}
