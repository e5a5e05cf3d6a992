import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { findCostlyPatterns } from './patterns.ts'

const NAME = 'src/server/lib/name.ts'

/** Files that may see text from a visitor, the provider or another program; tests and build tools see only their own. */
const FILES = globSync('{src,packages}/**/*.{ts,tsx}').filter((name) => !name.includes('.test.'))

test('there are files to look at', () => {
  expect(FILES.length).toBeGreaterThan(1000)
})

test('no text makes a regular expression of the site costly (ASVS 1.2.9)', () => {
  expect(FILES.flatMap((name) => findCostlyPatterns(name, readFileSync(name, 'utf8')))).toEqual([])
})

test('nor one of the library whose formats the schemas use', () => {
  const { email, uuid, datetime } = z.regexes
  for (const format of [email, uuid(), datetime({ offset: true, local: true })]) {
    expect(findCostlyPatterns(NAME, `export const format = ${String(format)}`)).toEqual([])
  }
})

test.each([
  ['two runs that meet', String.raw`/\s*(k?)\s*or/`, 'is 3rd degree polynomial'],
  ['a run that may begin anywhere and must end somewhere', String.raw`/\s+$/`, 'is 2nd degree polynomial'],
  ['a beginning that comes again within what follows it', String.raw`/:again:.*$/`, 'is 2nd degree polynomial'],
  ['a run of runs', String.raw`/^(a+)+$/`, 'is exponential'],
  ['what is the same in two ways', String.raw`/^(a|a)*$/`, 'is exponential'],
  ['what was read before', String.raw`/^(.+)\1+$/`, 'cannot be proven to be linear'],
  ['a look behind', String.raw`/(?<!\S)\s+x/`, 'cannot be proven to be linear'],
  ['one that is put together', 'new RegExp(`${text}$`)', 'that is put together'],
  ['one that is put together without new', "RegExp('a')", 'that is put together'],
  ['a text that is taken for one', "text.match('a+$')", 'that is put together'],
])('%s is refused: %s', (_name, pattern, fault) => {
  expect(findCostlyPatterns(NAME, `export const found = (text: string) => [text, ${pattern}]`)).toEqual([
    expect.stringMatching(new RegExp(`^${NAME}:1: .*${fault}`)),
  ])
})

test.each([
  String.raw`/\s+/g`,
  String.raw`/^[\w-]{16,64}$/`,
  String.raw`/^([^x]+)x([^x]+) cm$/`,
  String.raw`/\s+|\d+|[\p{L}\p{M}]+|./gsu`,
  "'\\\\s*\\\\s*$'",
])('%s is not', (pattern) => {
  expect(findCostlyPatterns(NAME, `export const found = ${pattern}`)).toEqual([])
})

test('the line is told, and a text that shows it', () => {
  expect(findCostlyPatterns(NAME, 'export const a = 1\n\nexport const b = /x+$/\n')).toEqual([
    `${NAME}:3: /x+$/ is 2nd degree polynomial: 'x'.repeat(54773) + '\\x00x'`,
  ])
})
