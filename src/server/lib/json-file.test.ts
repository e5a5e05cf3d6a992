import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonFile } from './json-file.ts'

/** Returns the values as they come, one at a time. */
async function* arriving<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values
}

async function textOf(properties: Record<string, unknown>): Promise<string> {
  let text = ''
  for await (const chunk of jsonFile(arriving(Object.entries(properties)))) text += chunk
  return text
}

test('the text is that of JSON.stringify, whether a list is there or arrives', async () => {
  const anyList = fc.array(fc.jsonValue(), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), anyList, async (one, list) => {
      expect(await textOf({ one, list: arriving(list) })).toBe(`${JSON.stringify({ one, list }, undefined, 2)}\n`)
    }),
  )
})

test('of a long list the file never takes more than is asked for', async () => {
  let taken = 0
  async function* endless() {
    for (;;) yield { taken: ++taken, text: 'x'.repeat(1000) }
  }
  const chunks = jsonFile(arriving([['list', endless()]]))
  await chunks.next()
  expect(taken).toBeLessThan(70)
  await chunks.return(undefined)
})

test('what fails midway rejects, so that the file is not ended', async () => {
  async function* failing() {
    yield 1
    throw new Error('gone')
  }
  await expect(textOf({ list: failing() })).rejects.toThrow('gone')
})
