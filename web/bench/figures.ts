import { appendFileSync } from 'node:fs'

/** figure is a line of the file that `make bench` reads; without one it is printed. A limit of 0 is none. */
export function figure(name: string, value: number, limit: number, unit: string, detail = ''): void {
  const line = JSON.stringify({ name, value, limit, unit, detail })
  if (process.env.SARAI_TEST_FIGURES) appendFileSync(process.env.SARAI_TEST_FIGURES, line + '\n')
  else console.log(line)
}

export const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
