// The test function of the console: `test` has a server with a demo hotel, and fails on anything that the browser
// complains of.
import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as plain, type APIRequestContext, type Page } from '@playwright/test'

import { program } from './template'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The demo hotel's people, by first name. */
export const people = {
  Devika: 'devika@haveli.example', // Administrator
  Arjun: 'arjun@haveli.example', // Manager
  Meera: 'meera@haveli.example', // Front Desk
  Kamla: 'kamla@haveli.example', // Housekeeping
  Suresh: 'suresh@haveli.example', // Accountant
} as const

export type PersonName = keyof typeof people

/** A server of this worker's own. */
export class Hotel {
  #process: ChildProcess | undefined

  private constructor(
    readonly folder: string,
    readonly port: number,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`
  }

  static async open(): Promise<Hotel> {
    const folder = mkdtempSync(join(tmpdir(), 'sarai-hotel-'))
    cpSync(process.env.SARAI_TEST_TEMPLATE!, folder, { recursive: true })
    const hotel = new Hotel(folder, await freePort())
    await hotel.start()
    return hotel
  }

  /** start runs the server; its address stays the same after a stop. */
  async start(): Promise<void> {
    const settings = [
      '--addr',
      `127.0.0.1:${this.port}`,
      '--data-dir',
      this.folder,
      '--rate-limit',
      'off',
      '--signup',
      'open',
    ]
    this.#process = spawn(program, ['serve', '--demo', ...settings], { stdio: ['ignore', 'ignore', 'pipe'] })
    let log = ''
    await new Promise<void>((done, fail) => {
      this.#process!.stderr!.on('data', (text: Buffer) => {
        log += text
        if (log.includes('msg=serving')) done()
      })
      this.#process!.on('exit', () => fail(new Error(`the server ended: ${log}`)))
    })
  }

  async stop(): Promise<void> {
    const ended = new Promise((done) => this.#process!.once('exit', done))
    this.#process!.kill('SIGTERM')
    await ended
  }

  async close(): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true })
  }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
}

/** The API, as somebody who works at the hotel: for what a test needs beside what it tries. */
export class Desk {
  constructor(
    readonly request: APIRequestContext,
    readonly url: string,
    readonly token: string,
    readonly org: string,
  ) {}

  async call<T>(method: string, path: string, data?: unknown): Promise<T> {
    const headers = { Authorization: `Bearer ${this.token}` }
    const answer = await this.request.fetch(this.url + path.replace('{org}', this.org), { method, headers, data })
    const body = await answer.json()
    if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${body.message}`)
    return body.data as T
  }

  get = <T>(path: string) => this.call<T>('GET', path)
  post = <T>(path: string, body?: unknown) => this.call<T>('POST', path, body)
  put = <T>(path: string, body?: unknown) => this.call<T>('PUT', path, body)
}

interface Fixtures {
  /** Signs in at the sign-in page, as a person of the demo hotel, and opens a path. */
  enter: (name: PersonName, path?: string, page?: Page) => Promise<void>
  /** Fails on what axe finds on the page as it is now: WCAG 2.2 AA and best practice. */
  accessible: (page?: Page) => Promise<void>
  desk: (name?: PersonName) => Promise<Desk>
  /** Tests whose requests are refused on purpose set it: the browser logs each refusal as an error. */
  refusals: boolean
  complaints: void
}

export const test = plain.extend<Fixtures, { hotel: Hotel }>({
  hotel: [
    async ({}, use) => {
      const hotel = await Hotel.open()
      await use(hotel)
      await hotel.close()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ hotel }, use) => use(hotel.url),
  refusals: [false, { option: true }],
  complaints: [
    async ({ context, refusals }, use) => {
      const heard: string[] = []
      context.on('weberror', (error) => heard.push(String(error.error())))
      context.on('console', (message) => {
        const text = message.text()
        const expected =
          (refusals && /^(Failed to load resource|WebSocket connection)/.test(text)) ||
          text.endsWith('blocked by Playwright')
        if (['error', 'warning'].includes(message.type()) && !expected) heard.push(text)
      })
      await use()
      expect(heard).toEqual([])
    },
    { auto: true },
  ],
  enter: async ({ page: own }, use) =>
    use(async (name, path = '/', page = own) => {
      await page.goto(path)
      await page.getByRole('button', { name: new RegExp(`^${name} .*·`) }).click()
      await expect(page.locator('#main h1')).toBeVisible()
    }),
  accessible: async ({ page: own, browserName }, use) =>
    use(async (page = own) => {
      if (browserName !== 'chromium') return // axe runs in one browser
      if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
      const found = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
        return (await axe.run({ resultTypes: ['violations'] })).violations // every rule; only these are told in full
      })
      expect(found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join('\n')}`)).toEqual([])
    }),
  desk: async ({ request, hotel }, use) =>
    use(async (name = 'Devika') => {
      const data = { email: people[name], password: 'padharo-mhare-desh' }
      const { data: entered } = await (await request.post(`${hotel.url}/api/auth/login`, { data })).json()
      return new Desk(request, hotel.url, entered.token, entered.user.orgId)
    }),
})

/** signOut leaves by the person's menu. */
export async function signOut(page: Page): Promise<void> {
  const banner = page.getByRole('banner')
  await banner.getByRole('button', { name: /^Account of/ }).click()
  await banner.getByRole('button', { name: 'Sign out' }).click()
}

interface Violation {
  id: string
  nodes: { html: string }[]
}

export { expect }
