// Puts `.br` and `.gz` beside every text file of the web build, where they are smaller: the server only picks one.
// Usage: node scripts/compress.mjs <directory>
import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import zlib from 'node:zlib'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|txt|xml)$/
/** Below one network packet there is nothing to win. */
const SMALLEST_BYTES = 1_000

async function compress(file) {
  const text = await readFile(file)
  if (text.length < SMALLEST_BYTES) return 0
  const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 11, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: text.length }
  const written = await Promise.all([
    brotli(text, { params }).then((smaller) => writeIfSmaller(`${file}.br`, smaller, text)),
    gzip(text, { level: 9 }).then((smaller) => writeIfSmaller(`${file}.gz`, smaller, text)),
  ])
  return written.includes(true) ? 1 : 0
}

async function writeIfSmaller(file, smaller, text) {
  if (smaller.length >= text.length) return false
  await writeFile(file, smaller)
  return true
}

const directory = process.argv[2]
if (!directory) throw new Error('Usage: node scripts/compress.mjs <directory>')
const names = await readdir(directory, { recursive: true })
const counts = await Promise.all(names.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(path.join(directory, name))))
console.log(`  ${counts.reduce((sum, count) => sum + count, 0)} web files compressed`)
