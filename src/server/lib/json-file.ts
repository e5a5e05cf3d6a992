/** Buffered before anything is sent, because most failures come early and are then ordinary error responses. */
const CHUNK_CHARACTERS = 64 * 1024

/** Streams indented JSON. A value that is an async iterable becomes an array, with one item in memory at a time. */
export async function* jsonFile(properties: AsyncIterable<readonly [string, unknown]>): AsyncGenerator<string> {
  let chunk = ''
  for await (const text of jsonTexts(properties)) {
    chunk += text
    if (chunk.length < CHUNK_CHARACTERS) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}

async function* jsonTexts(properties: AsyncIterable<readonly [string, unknown]>): AsyncGenerator<string> {
  let before = '{\n  '
  for await (const [name, value] of properties) {
    yield `${before}${JSON.stringify(name)}: `
    before = ',\n  '
    if (isAsyncIterable(value)) yield* arrayTexts(value)
    else yield indented(value, '  ')
  }
  yield '\n}\n'
}

async function* arrayTexts(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  let before = '[\n    '
  let end = '[]'
  for await (const item of items) {
    yield `${before}${indented(item, '    ')}`
    before = ',\n    '
    end = '\n  ]'
  }
  yield end
}

function indented(value: unknown, indent: string): string {
  return JSON.stringify(value, undefined, 2).replaceAll('\n', `\n${indent}`)
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}
