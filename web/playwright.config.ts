import { defineConfig } from '@playwright/test'

import { chromium } from './tests/browser.mjs'

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
    trace: 'retain-on-failure',
    launchOptions: { executablePath: chromium(), args: ['--no-sandbox'] },
  },
})
