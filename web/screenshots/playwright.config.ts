import { defineConfig } from '@playwright/test'

import tests from '../playwright.config'

// Makes the pictures in the README from a demo hotel of today: `make screenshots`.
export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: 'readme.ts',
  globalSetup: '../tests/template.ts',
  workers: 1,
  use: { ...tests.use, timezoneId: 'Asia/Kolkata', trace: 'off', viewport: { width: 1280, height: 800 } },
})
