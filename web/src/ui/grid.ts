/** A place in a grid: its row and column. */
export type Place = [row: number, column: number]

/** move is where an arrow key leads from a cell of a grid, or undefined for other keys. */
export function move(key: string, at: Place, size: Place, rightToLeft: boolean): Place | undefined {
  const [row, column] = at
  const across = rightToLeft ? -1 : 1
  const clamp = (value: number, count: number) => Math.min(Math.max(value, 0), count - 1)
  const steps: Record<string, Place> = {
    ArrowUp: [row - 1, column],
    ArrowDown: [row + 1, column],
    ArrowLeft: [row, column - across],
    ArrowRight: [row, column + across],
    Home: [row, 0],
    End: [row, size[1] - 1],
    PageUp: [0, column],
    PageDown: [size[0] - 1, column],
  }
  const to = steps[key]
  return to && [clamp(to[0], size[0]), clamp(to[1], size[1])]
}
