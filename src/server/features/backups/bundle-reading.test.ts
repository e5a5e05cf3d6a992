import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { constants, createZstdCompress, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { drain, readBundle } from './bundle-reading.ts'

const MIB = 1024 * 1024
const FILE = 'files/avatars/5b/5b0e0000-0000-4000-8000-000000000001.webp'
const MANIFEST = {
  format: 1,
  id: '5b0e0000-0000-4000-8000-000000000002',
  moment: '2026-01-01T00:00:00Z',
  version: '1.0.0',
  migrations: ['0001_accounts'],
  contracts: [],
  hasSecrets: false,
  areFilesBeside: false,
  tables: [],
  sequences: [],
}
const MANIFEST_ENTRY = { name: 'manifest.json', content: Buffer.from(JSON.stringify(MANIFEST)) }

/** One block of a tar, which names what follows. */
function header(name: string, type: string, size: number, sizeField?: Buffer): Buffer {
  const block = Buffer.alloc(512)
  block.write(name, 0, 100)
  block.write('000644 000000 000000 ', 100)
  block.write(size.toString(8).padStart(11, '0'), 124)
  sizeField?.copy(block, 124)
  block.write('00000000000 ', 136)
  block.write(type, 156)
  block.write('../../x.webp', 157)
  block.write('ustar\u000000', 257)
  block.fill(' ', 148, 156)
  block.write(
    `${block
      .reduce((sum, byte) => sum + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  return block
}

function tarOf(...entries: { name: string; type?: string; content?: Buffer; sizeField?: Buffer }[]): Buffer {
  const blocks = entries.flatMap(({ name, type = '0', content = Buffer.alloc(0), sizeField }) => [
    header(name, type, content.length, sizeField),
    content,
    Buffer.alloc((512 - (content.length % 512)) % 512),
  ])
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

const record = (key: string, value: string) => {
  const rest = ` ${key}=${value}\n`
  return Buffer.from(`${rest.length + 2}${rest}`)
}

test.each([
  ['a hard link', [{ name: FILE, type: '1' }]],
  ['a symbolic link', [{ name: FILE, type: '2' }]],
  ['a character device', [{ name: FILE, type: '3' }]],
  ['a block device', [{ name: FILE, type: '4' }]],
  ['a directory', [{ name: FILE, type: '5' }]],
  ['a pipe', [{ name: FILE, type: '6' }]],
  ['a contiguous file', [{ name: FILE, type: '7' }]],
  ['a file of the oldest kind', [{ name: FILE, type: '\0' }]],
  ['a sparse file', [{ name: FILE, type: 'S' }]],
  ['a pax header with a name', [{ name: 'pax', type: 'x', content: record('path', 'files/../../x.webp') }, { name: FILE }]],
  ['a pax header with a size', [{ name: 'pax', type: 'x', content: record('size', '999999999999') }, { name: FILE }]],
  ['a global pax header', [{ name: 'pax', type: 'g', content: record('path', 'files/../../x.webp') }, { name: FILE }]],
  ['a GNU long name', [{ name: '././@LongLink', type: 'L', content: Buffer.from('files/../../x.webp\0') }, { name: FILE }]],
  [
    'a GNU long link',
    [
      { name: '././@LongLink', type: 'K', content: Buffer.from('../../x.webp\0') },
      { name: FILE, type: '2' },
    ],
  ],
  ['a size in binary', [{ name: FILE, sizeField: Buffer.from('80000000000000ffffffffff', 'hex') }]],
  ['a negative size', [{ name: FILE, sizeField: Buffer.from('-0000000001 ') }]],
])('a bundle with %s is refused before anything is taken from it', async (_, entries) => {
  const taken: string[] = []
  const take = async (name: string, content: AsyncIterable<Buffer>) => {
    taken.push(name)
    await drain(content)
  }
  const source = Readable.from([zstdCompressSync(tarOf(MANIFEST_ENTRY, ...entries))])
  await expect(readBundle(source, undefined, take)).rejects.toThrow('It holds something that no backup has.')
  expect(taken).toEqual([])
})

test('a bundle that unpacks to much more than itself is refused after the first megabytes', { timeout: 60_000 }, async () => {
  const zeros = Buffer.alloc(MIB)
  async function* bomb() {
    yield header('manifest.json', '0', 0, Buffer.from('77777777777 '))
    for (let count = 0; count < 1024; count += 1) yield zeros
  }
  const small = await buffer(Readable.from(bomb()).pipe(createZstdCompress()))
  expect(small.length).toBeLessThan(100_000)
  // Does not compress: if more were unpacked than is allowed, it would be read.
  const rest = randomBytes(4 * MIB)
  let read = 0
  async function* inSlices() {
    for (const whole of [small, rest])
      for (let at = 0; at < whole.length; at += 4096) {
        read += 4096
        yield whole.subarray(at, at + 4096)
      }
  }
  await expect(readBundle(inSlices(), undefined)).rejects.toThrow('manifest.json is larger than it may be.')
  expect(read).toBeLessThan(MIB / 2)
})

test.each([
  ['manifest.json', 4],
  ['end.json', 1],
  [FILE, 64],
])('an endless %s is refused after %i MiB', { timeout: 60_000 }, async (name, limit) => {
  const first = tarOf(MANIFEST_ENTRY).subarray(0, -1024)
  let fed = 0
  async function* endless() {
    if (name !== 'manifest.json') yield first
    yield header(name, '0', 0, Buffer.from('77777777777 '))
    for (; fed < 200 * MIB; fed += 65_536) yield randomBytes(65_536)
  }
  const stream = Readable.from(endless()).pipe(createZstdCompress())
  const take = async (_: string, content: AsyncIterable<Buffer>) => void (await buffer(Readable.from(content)))
  await expect(readBundle(stream, undefined, take)).rejects.toThrow(`${name} is larger than it may be.`)
  stream.destroy()
  expect(fed / MIB).toBeLessThan(limit + 8)
})

test('a list of contents without an end to its line, and a frame that asks for 128 MB, are refused', async () => {
  const long = tarOf(MANIFEST_ENTRY, { name: 'contents.jsonl', content: Buffer.alloc(MIB, 'x') })
  await expect(readBundle(Readable.from([zstdCompressSync(long)]), undefined)).rejects.toThrow('Its list of contents is corrupt.')
  const greedy = createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: 27 } })
  const stream = Readable.from([tarOf(MANIFEST_ENTRY)]).pipe(greedy)
  await expect(readBundle(stream, undefined)).rejects.toThrow(/^The file is truncated or corrupt: .*memory/)
})
