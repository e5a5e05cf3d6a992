import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '../../src/server/config/root.ts'
import { nodeComplaint } from '#server/needed-node.ts'
import { isNewEnough, noNode } from './usable-node.mjs'

const textOf = (name: string) => readFileSync(path.join(projectRoot, name), 'utf8')
const { packages } = JSON.parse(textOf('package-lock.json')) as {
  packages: Record<string, { dev?: boolean; engines?: { node?: string } }>
}
const needed = packages['']?.engines?.node?.replace('>=', '') ?? ''

test.each([
  ['20.20.2', false],
  ['22.17.1', false],
  ['22.18.0', true],
  ['24.0.0', true],
])('Node %s is judged alike by the program and by the first run', (version, isEnough) => {
  expect(nodeComplaint(version) === undefined).toBe(isEnough)
  expect(isNewEnough(`v${version}`)).toBe(isEnough)
})

test('the README promises the Node that package.json and its lock file name', () => {
  expect(JSON.parse(textOf('package.json'))).toMatchObject({ engines: { node: `>=${needed}` } })
  expect(textOf('README.md')).toContain(`Node ${needed}`)
})

test('the Node that comes along is new enough, and README names its major version', () => {
  const { optionalDependencies } = JSON.parse(textOf('runtime/package.json')) as { optionalDependencies: Record<string, string> }
  const [version = ''] = Object.values(optionalDependencies)
  expect(isNewEnough(version)).toBe(true)
  expect(textOf('README.md')).toContain(`Node ${version.split('.')[0]}`)
})

test('no package that the program runs with asks for a newer Node', () => {
  const rank = (version = '') => version.split('.').reduce((sum, part, index) => sum + Number(part) / 1000 ** index, 0)
  const asking = Object.entries(packages).filter(([, { dev }]) => dev !== true)
  const newer = asking.filter(([, { engines }]) => rank(/^>= ?([\d.]+)/.exec(engines?.node ?? '')?.[1]) > rank(needed))
  expect(newer.map(([name]) => name)).toEqual([])
})

test.each([
  [
    'lacks a library',
    '/x/node: error while loading shared libraries: libatomic.so.1: cannot open shared object file',
    'Install libatomic1 ',
  ],
  ['runs into something else', 'Exec format error', 'Install Node 26 '],
  ['isn’t there', undefined, 'Install Node 26 '],
])('without a Node that is new enough one line says what to install where npm’s %s', (_how, reason, help) => {
  expect(noNode(reason)).toContain(help)
  if (reason !== undefined) expect(noNode(reason)).toContain(reason)
})
