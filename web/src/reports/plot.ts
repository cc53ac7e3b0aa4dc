import uPlot, { type Options } from 'uplot'
import 'uplot/dist/uPlot.min.css'

import { i18n } from '../i18n/i18n.svelte'

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

/** draw puts a chart into an element, in the colours of the page's theme; it returns what takes it away. */
export function draw(place: HTMLElement, drawing: Drawing): () => void {
  const values = drawing.series.map((series) => series.values)
  const plot = new uPlot(options(place, drawing), [drawing.labels.map((_, i) => i), ...values], place)
  const resized = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height }))
  resized.observe(place)
  return () => {
    resized.disconnect()
    plot.destroy()
  }
}

function options(place: HTMLElement, { labels, series, format, max, onhover }: Drawing): Options {
  const styles = getComputedStyle(place)
  const colour = (name: string) => styles.getPropertyValue(name).trim()
  const grid = { stroke: colour('--line'), width: 1 }
  const axis = { stroke: colour('--muted'), font: `12px ${styles.fontFamily}`, grid, ticks: { show: false } }
  const bars = series.filter(({ kind }) => kind === 'bars').length
  const splits = (_: uPlot, __: number, low: number, high: number, step: number) =>
    ticks(Math.max(0, Math.ceil(low)), Math.min(labels.length - 1, Math.floor(high)), Math.max(1, Math.ceil(step)))
  const across = (_: uPlot, low: number, high: number): [number, number] =>
    bars ? [low - 0.6, high + 0.6] : [low, Math.max(high, low + 1)]
  const up = (_: uPlot, low: number, high: number): [number, number] => [
    Math.min(0, low),
    max ?? (high > 0 ? high * 1.08 : 1),
  ]
  return {
    width: place.clientWidth,
    height,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false, points: { show: bars === 0 } },
    scales: { x: { time: false, dir: i18n.rightToLeft ? -1 : 1, range: across }, y: { range: up } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: 70,
        gap: 8,
        size: 32,
        splits,
        values: (_, at) => at.map((index) => labels[index] ?? ''),
      },
      { ...axis, size: 84, values: (_, at) => at.map(format) },
    ],
    series: [{}, ...series.map((one, i) => look(one, i, bars, colour))],
    hooks: { setCursor: [(plot) => onhover(plot.cursor.idx ?? undefined)] },
  }
}

/** look is how the series with this index is drawn, among so many series of bars. */
function look({ label, values, kind = 'line' }: Series, i: number, bars: number, colour: (name: string) => string) {
  if (kind === 'before') return { label, stroke: colour('--muted'), width: 1.5, dash: [4, 4], points: { show: false } }
  const stroke = colour(['--accent', '--warn', '--info'][i] ?? '--muted')
  if (kind === 'line') return { label, stroke, width: 2, points: { show: values.length < 15 } }
  // Two kinds of bars stand side by side.
  const align = (bars === 1 ? 0 : i === 0 ? -1 : 1) as 0 | 1 | -1
  const paths = uPlot.paths.bars!({ size: [bars === 1 ? 0.6 : 0.35, 60], align })
  return { label, stroke, fill: stroke, width: 0, points: { show: false }, paths }
}

function ticks(low: number, high: number, step: number): number[] {
  const at: number[] = []
  for (let index = low; index <= high; index += step) at.push(index)
  return at
}
