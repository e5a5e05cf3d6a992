import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from './types.ts'
import { openStore } from './store.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'card-journal-'))
  file = join(folder, 'state.jsonl')
})
afterEach(() => rmSync(folder, { recursive: true }))

const product = (id: string) => ({ id, name: `Café “${id}” 🗻 [["x","y"]]` }) as unknown as Product
const lineOf = (id: string) => `${JSON.stringify([['product', id, product(id)]])}\n`

/** The ids of a store opened on these bytes, and again after it has written one more. */
function readTwice(bytes: Buffer | string): { ids: string[]; again: string[] } {
  writeFileSync(file, bytes)
  const store = openStore(file)
  const idsOf = (of: typeof store) =>
    of.all('product').map(({ id }) => {
      expect(of.get('product', id)).toEqual(product(id))
      return id
    })
  const ids = idsOf(store)
  store.transaction(() => store.put('product', product('later')))
  store.close()
  const next = openStore(file)
  const again = idsOf(next)
  next.close()
  return { ids, again }
}

test('a journal torn at any byte of its last line loses that line alone, and keeps a copy of itself', () => {
  const whole = Buffer.from(lineOf('one') + lineOf('two'))
  const first = Buffer.byteLength(lineOf('one'))
  for (let length = first; length <= whole.length; length += 1) {
    const isWhole = length === whole.length
    const kept = isWhole ? ['one', 'two'] : ['one']
    expect(readTwice(whole.subarray(0, length)), `${length} bytes`).toEqual({ ids: kept, again: [...kept, 'later'] })
    if (length > first && !isWhole) expect(readFileSync(`${file}.torn`)).toEqual(whole.subarray(0, length))
  }
})

test('a line that begins with torn ones is read from where it is whole, wherever they were torn', () => {
  const torn = Buffer.from(lineOf('torn')).subarray(0, -1)
  for (let length = 1; length <= torn.length; length += 1) {
    const glued = Buffer.concat([Buffer.from(lineOf('one')), torn.subarray(0, length), torn.subarray(0, 9), Buffer.from(lineOf('two'))])
    expect(readTwice(glued).again, `${length} bytes`).toEqual(['one', 'two', 'later'])
  }
})

test('zeros that a lost machine leaves at the end are skipped', () => {
  expect(readTwice(`${lineOf('one')}${'\0'.repeat(4096)}`).again).toEqual(['one', 'later'])
})

test.each(['precious\n', `${lineOf('one')}[["product"\n${lineOf('two')}`, `{}\n`])(
  'what no failed write leaves is refused and kept: %j',
  (text) => {
    writeFileSync(file, text)
    expect(() => openStore(file)).toThrow(/corrupt at line/)
    expect(readFileSync(file, 'utf8')).toBe(text)
  },
)

test('a line edited by hand is read like any other, before and after the file is written again', () => {
  const edited = `[ ["product", "two", ${JSON.stringify(product('two'), null, 1).replaceAll('\n', ' ')}] ]\n`
  expect(readTwice(lineOf('one') + edited)).toEqual({ ids: ['one', 'two'], again: ['one', 'two', 'later'] })
})

test('records written together, and written again later, are read as they were written last', () => {
  const store = openStore(file)
  const all = ['é', 'ü', '🗻'].map(product)
  store.transaction(() => all.forEach((each) => store.put('product', each)))
  store.transaction(() => store.put('product', { ...product('ü'), description: 'New' }))
  const expected = [product('é'), { ...product('ü'), description: 'New' }, product('🗻')]
  expect(all.map(({ id }) => store.get('product', id))).toEqual(expected)
  store.close()
  const next = openStore(file)
  expect(all.map(({ id }) => next.get('product', id))).toEqual(expected)
  next.close()
})

test('a file much larger than one read is replayed in whole', () => {
  const ids = Array.from({ length: 300 }, (_none, index) => `${index}-${'é'.repeat(5000)}`)
  expect(readTwice(ids.map(lineOf).join('')).again).toEqual([...ids, 'later'])
})

test('a store that is closed refuses to read and write, since its file’s number may be another file’s by then', () => {
  const store = openStore(file)
  store.transaction(() => store.put('product', product('one')))
  store.close()
  store.close()
  expect(() => store.get('product', 'one')).toThrow('the journal is closed')
  expect(() => store.transaction(() => store.put('product', product('two')))).toThrow('the journal is closed')
})
