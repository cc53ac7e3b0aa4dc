import { defineConfig } from '@playwright/test'

import tests from '../playwright.config'

// What the console needs in a browser; `make bench` has it as its section `console`. One at a time, and without traces,
// which cost more than what is measured.
export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: ['first-paint.ts', 'stay-view.ts'],
  globalSetup: '../tests/template.ts',
  workers: 1,
  fullyParallel: false,
  timeout: 180_000,
  reporter: [['list']],
  use: { ...tests.use, trace: 'off', viewport: { width: 1280, height: 860 } },
})
