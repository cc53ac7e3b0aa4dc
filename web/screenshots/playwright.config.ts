import { defineConfig } from '@playwright/test'

import tests from '../playwright.config'

// Makes the pictures of the ten most used screens from a demo hotel of today: `make screenshots`.
export default defineConfig({
  ...tests,
  testDir: '.',
  testMatch: 'pictures.ts',
  globalSetup: '../tests/template.ts',
  workers: 1,
  use: { ...tests.use, timezoneId: 'Asia/Kolkata', trace: 'off', viewport: { width: 1440, height: 900 } },
})
