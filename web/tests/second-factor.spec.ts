import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'

import { expect, people, signOut, test, type Desk } from './hotel'

const password = 'padharo-mhare-desh'

/** An authenticator app (RFC 6238). The server takes each step's code once, and those of the steps beside now. */
class App {
  #used = 0

  constructor(readonly secret: string) {}

  /** code is one that was not shown yet. */
  code(): string {
    const now = Math.floor(Date.now() / 30_000)
    this.#used = Math.max(this.#used + 1, now - 1)
    const counter = Buffer.alloc(8)
    counter.writeBigUInt64BE(BigInt(this.#used))
    const hash = createHmac('sha1', decoded(this.secret)).update(counter).digest()
    const at = hash[19]! & 15
    return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0')
  }
}

/** decoded is what base32 stands for. */
function decoded(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  )
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}

const factor = (page: Page) => page.getByRole('region', { name: 'Second factor', exact: true })

/** setUp sets a second factor up in the form, and returns the app and the recovery codes. */
async function setUp(page: Page): Promise<{ app: App; recovery: string[] }> {
  await factor(page).getByLabel('Password').fill(password)
  await factor(page).getByRole('button', { name: 'Set up' }).click()
  await expect(factor(page).getByRole('img', { name: /QR code/ })).toBeVisible()
  const app = new App((await factor(page).locator('p.code').textContent())!)
  await factor(page).getByLabel('Code of the app').fill(app.code())
  await factor(page).getByRole('button', { name: 'Switch on' }).click()
  await expect(factor(page).getByRole('listitem')).toHaveCount(10)
  return { app, recovery: await factor(page).getByRole('listitem').allTextContents() }
}

/** secured gives somebody a second factor by the API, and returns a recovery code. */
async function secured(desk: Desk): Promise<string> {
  const { secret } = await desk.post<{ secret: string }>('/api/auth/mfa/begin', { password })
  const made = await desk.post<{ recoveryCodes: string[] }>('/api/auth/mfa/confirm', { code: new App(secret).code() })
  return made.recoveryCodes[0]!
}

async function signIn(page: Page, code: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(people.Meera)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByLabel('Code of the authenticator app').fill(code)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

test.use({ refusals: true })

test('a second factor is set up, asked for, replaced by a recovery code, and switched off', async ({
  page,
  enter,
  accessible,
}) => {
  await enter('Meera', '/account')
  await factor(page).getByLabel('Password').fill('wrong')
  await factor(page).getByRole('button', { name: 'Set up' }).click()
  await expect(factor(page).getByRole('alert')).toContainText(/password/i)
  await factor(page).getByLabel('Password').fill(password)
  await factor(page).getByRole('button', { name: 'Set up' }).click()
  await accessible()
  await factor(page).getByLabel('Code of the app').fill('000000')
  await factor(page).getByRole('button', { name: 'Switch on' }).click()
  await expect(factor(page).getByRole('alert')).toBeVisible()
  await page.reload() // a set-up that was left begins anew
  const { app, recovery } = await setUp(page)
  await accessible()
  await factor(page).getByRole('button', { name: 'I have kept them' }).click()
  await expect(factor(page)).toContainText('Recovery codes left: 10')
  await accessible()

  await signOut(page)
  await signIn(page, '000000')
  await expect(page.getByRole('alert')).toContainText('The code is wrong')
  await accessible()
  await page.getByLabel('Code of the authenticator app').fill(app.code())
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'My account' })).toBeVisible()
  await signOut(page)
  await signIn(page, recovery[0]!.toLowerCase())
  await expect(factor(page)).toContainText('Recovery codes left: 9')

  await factor(page).getByLabel('Password').fill(password)
  await factor(page).getByLabel('Code of the app').fill(recovery[1]!)
  await factor(page).getByRole('button', { name: 'Switch off' }).click()
  await expect(factor(page).getByRole('button', { name: 'Set up' })).toBeVisible()
  await signOut(page)
  await enter('Meera')
})

test('a hotel that asks for a second factor lets nobody in without one, who is at work or comes', async ({
  page,
  context,
  browser,
  baseURL,
  enter,
  desk,
  accessible,
}) => {
  const devika = await desk('Devika')
  await enter('Devika', '/settings/organization')
  const rule = page.getByRole('region', { name: 'Second factor for everybody' })
  await rule.getByLabel('Let in only people with a second factor').check()
  await rule.getByRole('button', { name: 'Save' }).click()
  await expect(rule.getByRole('alert')).toContainText('Set up a second factor for yourself')
  const recovery = await secured(devika)

  const other = await browser.newContext({ baseURL, locale: 'en-IN', serviceWorkers: 'block' })
  const meera = await other.newPage()
  await enter('Meera', '/', meera)
  await expect(meera.getByText('Live', { exact: true })).toBeVisible()
  await rule.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await accessible()

  // The live channel hears of it at once.
  await expect(meera.getByRole('heading', { name: 'This hotel asks for a second factor' })).toBeVisible()
  await accessible(meera)
  await meera.reload()
  await expect(meera.getByRole('heading', { name: 'This hotel asks for a second factor' })).toBeVisible()
  const { recovery: own } = await setUp(meera)
  await expect(meera.getByRole('button', { name: /^Go on to/ })).toBeHidden() // the codes are to be kept first
  await factor(meera).getByRole('button', { name: 'I have kept them' }).click()
  await accessible(meera)
  await meera.getByRole('button', { name: /^Go on to/ }).click()
  await expect(meera.getByRole('heading', { name: 'Today' })).toBeVisible()
  await expect(meera.getByText('Live', { exact: true })).toBeVisible()

  // Kamla comes, finds no way in without a phone, and leaves.
  const third = await context.newPage()
  await third.goto('/')
  await signOut(page)
  await third.getByRole('button', { name: /^Kamla .*·/ }).click()
  await expect(third.getByRole('heading', { name: 'This hotel asks for a second factor' })).toBeVisible()
  await third.getByRole('button', { name: 'Sign out' }).click()
  await expect(third.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()

  // As it was, for the other journeys.
  await devika.put('/api/organization/{org}/update', { requiresMFA: false })
  await devika.post('/api/auth/mfa/disable', { password, code: recovery })
  await (await desk('Kamla')).get('/api/auth/me')
  await factorOff(meera, own[0]!)
  await other.close()
})

async function factorOff(page: Page, code: string): Promise<void> {
  await page.goto('/account')
  await factor(page).getByLabel('Password').fill(password)
  await factor(page).getByLabel('Code of the app').fill(code)
  await factor(page).getByRole('button', { name: 'Switch off' }).click()
  await expect(factor(page).getByRole('button', { name: 'Set up' })).toBeVisible()
}
