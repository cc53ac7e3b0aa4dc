// Plain JavaScript, since make asks it too, by Node alone.
import { existsSync } from 'node:fs'
import { chromium as ofPlaywright } from '@playwright/test'

/** chromium finds the browser of the tests: the one that is named, the system's, or the one that Playwright fetched. */
export function chromium() {
  const candidates = [
    process.env.SARAI_TEST_BROWSER,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    ofPlaywright.executablePath(),
  ]
  const found = candidates.find((path) => path && existsSync(path))
  if (!found) throw new Error('No Chromium or Chrome: `make browser` gets one, or name one in SARAI_TEST_BROWSER.')
  return found
}

/** firefox is the system's Firefox, or the one that is named; the tests go without where there is none. */
export function firefox() {
  const candidates = [
    process.env.SARAI_TEST_FIREFOX,
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ]
  return candidates.find((path) => path && existsSync(path))
}
