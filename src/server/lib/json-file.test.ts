import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonFile } from './json-file.ts'

async function* arriving<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values
}

async function textOf(properties: Record<string, unknown>): Promise<string> {
  let text = ''
  for await (const chunk of jsonFile(arriving(Object.entries(properties)))) text += chunk
  return text
}

test('the text equals that of JSON.stringify, whether a list is an array or a stream', async () => {
  const anyList = fc.array(fc.jsonValue(), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), anyList, async (one, list) => {
      expect(await textOf({ one, list: arriving(list) })).toBe(`${JSON.stringify({ one, list }, undefined, 2)}\n`)
    }),
  )
})

test('the file never takes more of a long list than its reader asks for', async () => {
  let taken = 0
  async function* endless() {
    for (;;) yield { taken: ++taken, text: 'x'.repeat(1000) }
  }
  const chunks = jsonFile(arriving([['list', endless()]]))
  await chunks.next()
  expect(taken).toBeLessThan(70)
  await chunks.return(undefined)
})

test('a failure midway rejects, so that the file is not completed', async () => {
  async function* failing() {
    yield 1
    throw new Error('gone')
  }
  await expect(textOf({ list: failing() })).rejects.toThrow('gone')
})
