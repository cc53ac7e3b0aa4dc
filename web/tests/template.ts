import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** The program under test, as `make build` leaves it. */
export const program = process.env.SARAI_TEST_PROGRAM ?? resolve(import.meta.dirname, '../../bin/sarai')

/** template makes a demo hotel, which each worker copies. Its dates follow today, so it is made anew for each run. */
export default function template(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'sarai-template-'))
  execFileSync(program, ['demo', '--data-dir', folder], { stdio: ['ignore', 'ignore', 'inherit'] })
  process.env.SARAI_TEST_TEMPLATE = folder
  return () => rmSync(folder, { recursive: true })
}
