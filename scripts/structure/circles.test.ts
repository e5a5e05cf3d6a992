import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findCircles } from './circles.ts'

async function circlesOf(files: Record<string, string>): Promise<string[]> {
  const root = await mkdtemp(path.join(tmpdir(), 'circles-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.join(root, path.dirname(name)), { recursive: true })
    await writeFile(path.join(root, name), text)
  }
  return findCircles(root, Object.keys(files))
}

test('a circle of types is found, by path and by name', async () => {
  const circles = await circlesOf({
    'src/web/lib/a.ts': "import type { B } from './b.ts'",
    'src/web/lib/b.ts': "export { c } from '#web/lib/c.ts'",
    'src/web/lib/c.ts': "export const load = () => import('./a.ts')",
  })
  expect(circles).toEqual([expect.stringContaining('src/web/lib/a.ts → src/web/lib/b.ts → src/web/lib/c.ts → src/web/lib/a.ts')])
})

test('two ways to one file are not a circle', async () => {
  const files = { 'src/a.ts': "import './b.ts'\nimport './c.ts'", 'src/b.ts': "import './c.ts'", 'src/c.ts': "import 'node:fs'" }
  expect(await circlesOf(files)).toEqual([])
})
