import { defineConfig } from '@playwright/test'

import tests from '../playwright.config'

// What the console needs of the processor: `npx playwright test --config bench/playwright.config.ts`. One at a time, and
// without traces, which cost more than what is measured.
export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: 'stay-view.ts',
  globalSetup: '../tests/template.ts',
  workers: 1,
  fullyParallel: false,
  timeout: 180_000,
  reporter: [['list']],
  use: { ...tests.use, trace: 'off', viewport: { width: 1280, height: 860 } },
})
