import type { Rollup } from 'vite'
import { expect, test } from 'vitest'
import { firstPages } from './first-pages.ts'

const MODULES = [
  'destinations-page',
  'destination-details-page',
  'vehicle-price-page',
  'bookings-page',
  'success-page',
  'login-page',
  'signup-page',
]

function bundleOf(imports: Record<string, string[]>): Rollup.OutputBundle {
  const chunks = Object.entries(imports).map(([name, imported]) => [
    `${name}.js`,
    { type: 'chunk', fileName: `${name}.js`, facadeModuleId: `/src/${name}.tsx`, imports: imported.map((each) => `${each}.js`) },
  ])
  return Object.fromEntries(chunks) as Rollup.OutputBundle
}

const modules = Object.fromEntries(MODULES.map((name) => [name, ['react', `only-${name}`]]))
const bundle = bundleOf({
  ...modules,
  'kept-place': ['react'],
  'query-client': ['react', 'query'],
  query: ['react'],
  index: ['react'],
  react: [],
})
const entry = bundle['index.js'] as Rollup.OutputChunk

test('a page is named with what it loads, once, and without what the entry has loaded', () => {
  const { files, pages } = firstPages(bundle, entry)
  const filesOf = (word: string) => pages[word]?.files.map((place) => files[place])
  expect(filesOf('destinations')).toEqual(['/kept-place.js', '/query-client.js', '/query.js', '/destinations-page.js'])
  expect(filesOf('login')).toEqual(['/kept-place.js', '/login-page.js'])
  expect(filesOf('about')).toEqual([])
  expect(files).toHaveLength(new Set(files).size)
})

test('a page that is not in the build stops it', () => {
  const { 'login-page.js': _gone, ...rest } = bundle
  expect(() => firstPages(rest, entry)).toThrow('The build has no script for login-page.tsx')
})
