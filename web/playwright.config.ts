import { defineConfig } from '@playwright/test'

import { resolve } from 'node:path'

import { chromium, firefox } from './tests/browser.mjs'

const inFirefox = firefox()
if (!inFirefox && !process.env.TEST_WORKER_INDEX) {
  console.error('NOTICE: no Firefox on this machine, so no journey runs in it. Install Debian’s firefox-esr for it.')
}

// Each worker has a server of its own, with its own copy of the demo hotel: see tests/hotel.ts.
export default defineConfig({
  testDir: 'tests',
  globalSetup: './tests/template.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A browser on a busy build machine may be late once; the report calls such a journey flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.CI ? [['list']] : [['line']],
  use: {
    locale: 'en-IN',
    timezoneId: 'America/New_York', // far from the hotel: its dates must not shift
    serviceWorkers: 'block',
    // Recording takes a quarter of a journey's time, so a build machine records a journey only as it tries it again.
    trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
  },
  projects: [
    { name: 'chromium', use: { launchOptions: { executablePath: chromium(), args: ['--no-sandbox'] } } },
    ...(inFirefox
      ? [{ name: 'firefox', grep: /walk-in has the key .* with the mouse/, use: byBridge(inFirefox) }]
      : []),
  ],
})

/** byBridge runs the system's Firefox: see tests/firefox.mjs. */
function byBridge(path: string) {
  const env = { ...process.env, SARAI_TEST_FIREFOX: path }
  const launchOptions = { executablePath: resolve(import.meta.dirname, 'tests/firefox.mjs'), env }
  return { browserName: 'firefox' as const, channel: 'moz-firefox', launchOptions }
}
