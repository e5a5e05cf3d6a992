// Measures the home page on a phone with a slow connection, using Lighthouse in Chromium: node lab/bench/home.ts [address]
// Without an address it starts the built program (npm run build) on a fresh database.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { launch } from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/first-run/chromium.mjs'
import { median, startProgram } from './programs.ts'

const RUNS = 5
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const TARGETS = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }
const TARGET_SHIFT = 0.01
const TARGET_LARGEST_PAINT_MS = 1500
const TARGET_SCRIPT_BYTES = 92_000
const TARGET_PAGE_BYTES = 380_000

const chromium = findChromium()
if (!chromium) throw new Error('Lighthouse needs a Chromium: set CHROMIUM_PATH.')
const folder = mkdtempSync(path.join(os.tmpdir(), 'meridian-bench-'))
chmodSync(folder, 0o755)
const given = process.argv[2]
const site = given
  ? { address: given, stop: async () => undefined }
  : await startProgram(['dist/server/src/server/main.js'], { PORT: '0', CARD_SANDBOX_PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn' })

const results: Result[] = []
const scriptSizes: number[] = []
for (let run = 1; run <= RUNS; run++) {
  const browser = await launch({ chromePath: chromium, chromeFlags: CHROMIUM_FLAGS, logLevel: 'silent' })
  // Lighthouse's defaults: a mid-range phone on simulated slow 4G.
  const report = await lighthouse(`${site.address}/`, { port: browser.port, logLevel: 'error', output: 'json' })
  browser.kill()
  if (!report) throw new Error('Lighthouse gave no report.')
  results.push(report.lhr)
  scriptSizes.push(await scriptBytesOf(report.lhr))
  process.stdout.write(`run ${run}: ${CATEGORIES.map((name) => `${name} ${scoreOf(report.lhr, name)}`).join(', ')}\n`)
}
await site.stop()
rmSync(folder, { recursive: true, force: true })

const middle = (pick: (result: Result) => number) => median(results.map(pick))
const audit = (name: string) => middle((result) => result.audits[name]?.numericValue ?? Number.NaN)
const scores = CATEGORIES.map((name) => [name, middle((result) => scoreOf(result, name))] as const)
const shift = audit('cumulative-layout-shift')
const largestPaint = audit('largest-contentful-paint')
const scriptBytes = median(scriptSizes)
const pageBytes = audit('total-byte-weight')
const lines = [
  ...scores.map(([name, score]) => `${name}: ${score} (target ${TARGETS[name]})`),
  `cumulative layout shift: ${shift.toFixed(4)} (target ${TARGET_SHIFT})`,
  `first contentful paint: ${Math.round(audit('first-contentful-paint'))} ms`,
  `largest contentful paint: ${Math.round(largestPaint)} ms (target ${TARGET_LARGEST_PAINT_MS} ms)`,
  `total blocking time: ${Math.round(audit('total-blocking-time'))} ms`,
  `speed of the machine by Lighthouse's benchmark (brief; other work on the machine shows in the blocking time): ${Math.round(middle((result) => result.environment.benchmarkIndex))}`,
  `script: ${(scriptBytes / 1000).toFixed(1)} kB gzip (target ${TARGET_SCRIPT_BYTES / 1000})`,
  `everything sent: ${(pageBytes / 1000).toFixed(1)} kB (target ${TARGET_PAGE_BYTES / 1000})`,
]
process.stdout.write(`\nmedian of ${RUNS} runs, mobile, simulated slow 4G\n${lines.join('\n')}\n`)
const isMet =
  scores.every(([name, score]) => score >= TARGETS[name]) &&
  shift <= TARGET_SHIFT &&
  largestPaint <= TARGET_LARGEST_PAINT_MS &&
  scriptBytes <= TARGET_SCRIPT_BYTES &&
  pageBytes <= TARGET_PAGE_BYTES
if (!isMet) {
  for (const [id, each] of Object.entries(results[0]?.audits ?? {})) {
    if (each.score !== null && each.score < 0.9) process.stdout.write(`below 0.9: ${id} ${each.score} ${each.displayValue ?? ''}\n`)
  }
  process.exitCode = 1
}

function scoreOf(result: Result, name: string): number {
  return Math.round((result.categories[name]?.score ?? 0) * 100)
}

/** Returns the gzipped size in bytes of all scripts loaded, whichever encoding the server chose. */
async function scriptBytesOf(result: Result): Promise<number> {
  const details = result.audits['network-requests']?.details as { items?: { resourceType: string; url: string }[] } | undefined
  const scripts = new Set((details?.items ?? []).filter((item) => item.resourceType === 'Script').map((item) => item.url))
  const sizes = await Promise.all(
    [...scripts].map(async (url) => gzipSync(Buffer.from(await (await fetch(url)).arrayBuffer()), { level: 9 }).length),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
