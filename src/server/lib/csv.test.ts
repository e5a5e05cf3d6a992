import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { csvLine, sendCsvFile } from './csv.ts'

test('every field is quoted: commas, quotes and line breaks stay within their cell', () => {
  expect(csvLine(['Ada, "the first"', 'two\nlines', null, 12])).toBe('"Ada, ""the first""","two\nlines","","12"\r\n')
})

const BEFORE_A_FORMULA = ['  =1', '\t=1', '\r=1', '\n=1', '\u00A0=1', '\u3000=1', '\u200B=1', '\uFEFF=1', '\u202E=1', '"=1"', '""=1']
const BEHIND_A_SEPARATOR = [';=1+1', 'x;=1+1', ';;=1', '; =1', ';"=1+1;"', 'x\t=1', 'x\n=1', 'x\r\n=1', 'x|=1', ';\u200E=1', '=1;=2\n=3']
const FORMULAS = ['=HYPERLINK("https://evil.example")', '+44 20 7946 0958', '-2+3', '@SUM(A1)', '＝1', '＋1', '－1', '＠SUM(A1)']

test.each([...FORMULAS, ...BEFORE_A_FORMULA, ...BEHIND_A_SEPARATOR])(
  'no spreadsheet reads part of %j as a formula, whatever its separator',
  (text) => {
    const line = csvLine(['before', text, text, 7])
    for (const separator of [',', ';', '\t', '|']) {
      for (const cell of cellsOf(line, separator)) expect(cell, separator).not.toMatch(/^[\s"\p{Cf}]*[=+\-@＝＋－＠]/u)
    }
  },
)

test('a cell that begins with a tab or a line break, which some programs drop, stays text', () => {
  for (const start of ['\t', '\r', '\n']) expect(csvLine([`${start}x`])).toBe(`"'${start}x"\r\n`)
})

test('whatever a cell contains, a reader that separates by commas gets it back whole', () => {
  const texts = ['a;b', 'a,b', '"', '""', '";"', '","', 'a\r\nb', 'a\tb', '', ' ', '\\"', "'"]
  expect(cellsOf(csvLine(texts), ',')).toEqual(texts)
})

test('ordinary text and negative numbers are unchanged', () => {
  const cells = ['Ada = Augusta', 'a@example.test', 'Oslo, -4 °C', '2026-11-23 – 2026-11-30', -5]
  expect(csvLine(cells)).toBe('"Ada = Augusta","a@example.test","Oslo, -4 °C","2026-11-23 – 2026-11-30","-5"\r\n')
})

test('names in every script, with their marks and quotation marks, are unchanged', () => {
  const names = ['Zoë “Zo” O’Neil', 'שרה כהן', '\u200Fعمر\u200F', '👩🏽‍🚀 Ayşe', '山田　太郎', 'Élodie-Anne']
  expect(cellsOf(csvLine(names), ',')).toEqual(names)
  expect(csvLine(['Dwayne "The Rock" Johnson', '-Élodie', '@ישראל'])).toBe('"Dwayne ""The Rock"" Johnson","\'-Élodie","\'@ישראל"\r\n')
})

test('a hostile text of a hundred thousand characters takes linear time', () => {
  const startedAt = performance.now()
  for (const unit of ['\t', ' ;', '"', '=', ';=', '\n\n']) csvLine([unit.repeat(50_000)])
  expect(performance.now() - startedAt).toBeLessThan(1000)
})

/** Reads a file as spreadsheets do: a quote opens only at the beginning of a cell, and text after its end is taken literally. */
function cellsOf(file: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  let isFresh = true
  const end = () => {
    cells.push(cell)
    cell = ''
    isFresh = true
  }
  for (let at = 0; at < file.length; at += 1) {
    const character = file.charAt(at)
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (file[at + 1] === '"') cell += file.charAt((at += 1))
      else isQuoted = false
    } else if (character === '"' && isFresh) [isQuoted, isFresh] = [true, false]
    else if (character === separator || character === '\n') end()
    else if (character !== '\r') {
      cell += character
      isFresh = false
    }
  }
  return cells
}

const PAGE = 'M-2B7KQ3ZX,tour,Kyoto\r\n'.repeat(2000)

test('a file is generated as fast as it is read, and no longer once its reader has gone', async () => {
  const pages = { made: 0, hasEnded: false }
  async function* endless() {
    try {
      for (;;) {
        pages.made += 1
        yield PAGE
      }
    } finally {
      pages.hasEnded = true
    }
  }
  const app = fastify({ forceCloseConnections: true })
  app.get('/file', async (_, reply) => sendCsvFile(reply, { name: 'bookings', at: new Date(0) }, endless()))
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => app.close())
  const address = app.server.address()
  const reading = request({ host: '127.0.0.1', port: typeof address === 'object' ? address?.port : 0, path: '/file' })
  reading.on('error', () => undefined)
  const started = new Promise((resolve) =>
    reading.on('response', (response) => response.once('data', resolve).once('data', () => response.pause())),
  )
  reading.end()
  await started
  await vi.waitFor(async () => {
    const before = pages.made
    await pause(100)
    expect(pages.made).toBe(before)
  }, 10_000)
  // Covers the buffers of both ends; a million bookings would be 5000 pages of 200.
  expect(pages.made * PAGE.length).toBeLessThan(32_000_000)
  reading.destroy()
  await vi.waitFor(() => expect(pages.hasEnded).toBe(true), 10_000)
})

test('a failure before the first line is an error response, not the beginning of a file', async () => {
  async function* broken(): AsyncGenerator<string> {
    yield await Promise.reject<string>(new Error('The database is away.'))
  }
  const app = fastify()
  app.get('/file', async (_, reply) => sendCsvFile(reply, { name: 'bookings', at: new Date(0) }, broken()))
  const { statusCode, headers } = await app.inject('/file')
  expect([statusCode, headers['content-disposition']]).toEqual([500, undefined])
})
