import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import chapters from './asvs.json' with { type: 'json' }

const files = new Map(
  globSync('{src,packages,lab,scripts,tests}/**/*.{test,spec}.{ts,tsx}', { exclude: ['**/node_modules/**'] }).map((name) => [
    name,
    readFileSync(name, 'utf8'),
  ]),
)
const requirements = chapters.flatMap((chapter) => chapter.requirements)

test('each answer to OWASP ASVS names tests that exist, and that name the requirement', () => {
  expect(requirements.length).toBeGreaterThan(250)
  const faults = requirements.flatMap(({ id, answer }) =>
    Array.from(answer.matchAll(/`([\w/.-]+\.(?:test|spec)\.tsx?)`/g), ([, end = '']) => {
      const named = [...files].filter(([name]) => `/${name}`.endsWith(`/${end}`))
      if (named.length === 0) return [`${id}: there is no ${end}`]
      const isShown =
        !answer.startsWith('Met:') ||
        named.some(([, text]) => new RegExp(String.raw`ASVS[^'"\`]*\b${id.replaceAll('.', String.raw`\.`)}\b`).test(text))
      return isShown ? [] : [`${id}: no test in ${end} names it`]
    }).flat(),
  )
  expect(faults).toEqual([])
})
