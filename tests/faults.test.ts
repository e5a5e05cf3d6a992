import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/config/root.ts'
import faults from './faults.json' with { type: 'json' }

/** Returns the titles of the list that no test has. A title in a test may end with the requirement it shows: `(ASVS 2.3.3)`. */
function missingTitles(rows: { row: number; tests: string[] }[], source: string): string[] {
  const untagged = source.replaceAll(/ \(ASVS [\d., ]+\)(?=['"`])/g, '')
  const isTitle = (title: string) => ["'", '"', '`'].some((quote) => untagged.includes(quote + title + quote))
  return rows.flatMap(({ row, tests }) => tests.filter((title) => !isTitle(title)).map((title) => `row ${row}: ${title}`))
}

function readTests(): string {
  return ['src', 'tests']
    .flatMap((folder) => {
      const names = readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      return names
        .filter((name) => /\.(test|spec)\.tsx?$/.test(name))
        .map((name) => readFileSync(path.join(projectRoot, folder, name), 'utf8'))
    })
    .join('\n')
}

test('each fault in the list has a number, and tests whose titles exist', () => {
  expect(faults.map(({ row }) => row)).toEqual(faults.map((_fault, index) => index + 1))
  expect(faults.filter(({ tests }) => tests.length === 0)).toEqual([])
  expect(missingTitles(faults, readTests())).toEqual([])
})

test('a listed test that was renamed is reported', () => {
  const source = "test('is paid once', () => {})\ntest('is refunded once (ASVS 2.3.3)', () => {})\n"
  expect(missingTitles([{ row: 3, tests: ['is paid once', 'is refunded once', 'is refunded'] }], source)).toEqual(['row 3: is refunded'])
})
