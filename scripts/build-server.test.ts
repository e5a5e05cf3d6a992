import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../src/server/config/root.ts'

const built = path.join(projectRoot, 'dist/server')

test('the source maps of the built server lead to its sources, and hold none of the packages', () => {
  const maps = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.map'))
  const sources = maps.flatMap((name) => {
    const map = JSON.parse(readFileSync(path.join(built, name), 'utf8')) as { sources: string[]; sourcesContent?: string[] }
    expect(map.sourcesContent).toBeUndefined()
    return map.sources.map((source) => path.resolve(built, path.dirname(name), source))
  })
  expect(sources).toEqual(expect.arrayContaining([path.join(projectRoot, 'src/server/runtime.ts')]))
  expect(sources.filter((source) => !existsSync(source) || source.includes('node_modules'))).toEqual([])
})
