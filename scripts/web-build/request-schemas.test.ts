import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'rolldown/utils'
import { expect, test } from 'vitest'
import { withoutRequestSchemas } from './request-schemas.ts'

const root = path.join(import.meta.dirname, '../..')
const files = globSync('src/shared/*/*calls.ts', { cwd: root })

test('a contract keeps its path, access and response, and each line its place', () => {
  const code = `
const terms = { may: 'reader', params: z.object({ id: z.string() }) } as const
export const find = post('/tours/:id', {
  ...terms,
  query,
  body: z.object({ query: z.string(), max: z.number() }),
  returns: z.object({ body: z.string() }),
})
`
  const left = withoutRequestSchemas(code)
  expect(left.split('\n').map((line) => line.trimEnd().length > 0)).toEqual([false, true, true, true, false, false, true, true, false])
  expect(left.replaceAll(/\s+/g, ' ').trim()).toBe(
    "const terms = { may: 'reader', } as const export const find = post('/tours/:id', { ...terms, returns: z.object({ body: z.string() }), })",
  )
})

test.each(files)('%s is still a program', (file) => {
  const left = withoutRequestSchemas(readFileSync(path.join(root, file), 'utf8'))
  expect(parseSync('calls.ts', left).errors).toEqual([])
  expect(left).not.toMatch(/\b(query|body): /)
})
