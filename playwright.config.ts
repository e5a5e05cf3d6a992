import { defineConfig } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from './scripts/first-run/chromium.mjs'
import { DAY_TITLES, tier } from './tests/tiers.ts'

const executablePath = findChromium()
if (!executablePath) throw new Error('The browser tests need a Chromium: run `npm test`, which looks for one, or set CHROMIUM_PATH.')

/** These look at pictures: at their place in the page, at what was uploaded, or at whether each file is there. */
const WITH_PICTURES = [
  'accessibility',
  'booking-by-*',
  'day-pictures',
  'double-clicks',
  'home',
  'links',
  'settings',
  'vehicle-quote',
  'vehicle-wizard',
].map((name) => `**/${name}.spec.ts`)

// The servers are started by the fixtures of tests/e2e, each with its own database.
export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/global-setup.ts',
  testMatch: '**/*.spec.ts',
  ...(tier === 'day' && { grep: DAY_TITLES }),
  ...(tier === 'rest' && { grepInvert: DAY_TITLES }),
  // On a busy machine a long visit takes its time; each step of it has a limit of its own.
  timeout: 90_000,
  workers: 2,
  // Each test has data of its own, so that neither worker waits at the end for the other's last file.
  fullyParallel: true,
  // On a shared machine a stall is not a fault of the change: there a failed test has a second try, and scripts/test.mjs names it.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: process.env['CI'] !== undefined,
  // scripts/test.mjs names the file of the JSON report, to add it to Vitest's.
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_FILE'] ? [['list'], ['json']] : [['list']],
  projects: [
    { name: 'pictures', testMatch: WITH_PICTURES },
    {
      name: 'words',
      testIgnore: WITH_PICTURES,
      // Decoding pictures is a sixth of the browser's work.
      use: { launchOptions: { executablePath, args: [...CHROMIUM_FLAGS, '--blink-settings=imagesEnabled=false'] } },
    },
  ],
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, args: CHROMIUM_FLAGS },
    screenshot: 'only-on-failure',
    // A trace takes a quarter more time on two cores: ask for one with `--trace retain-on-failure` when a screenshot is not enough.
    trace: 'off',
  },
})
