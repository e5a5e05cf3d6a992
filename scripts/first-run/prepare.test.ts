import { spawnSync } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { projectRoot } from '../../src/server/config/root.ts'

/** Prints as npm and a build do; the build is handed the folder to fill. */
const TALKATIVE = (text: string, code: number) => `
  if (process.argv[2] !== 'ci') require('node:fs').mkdirSync(process.argv[2])
  console.log('${text}')
  process.exitCode = ${code}`

/** Prepares a project without packages, with an npm and a build of the server that end with the given code. */
async function prepare({ npmCode = 0 } = {}) {
  const root = await mkdtemp(path.join(os.tmpdir(), 'meridian-prepare-'))
  onTestFinished(async () => rm(root, { recursive: true }))
  await cp(path.join(projectRoot, 'scripts/first-run'), path.join(root, 'scripts/first-run'), { recursive: true })
  await mkdir(path.join(root, 'runtime'))
  const version = process.versions.node
  const files = {
    'package.json': { engines: { node: `>=${version}` } },
    'package-lock.json': { packages: { '': {} } },
    'runtime/package.json': { optionalDependencies: { node: version } },
  }
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(root, name), JSON.stringify(content))
  await mkdir(path.join(root, 'node_modules'))
  await writeFile(path.join(root, 'npm-cli.cjs'), TALKATIVE('added 0 packages', npmCode))
  await writeFile(
    path.join(root, 'scripts/build-server.mjs'),
    `import { createRequire } from 'node:module'
    const require = createRequire(import.meta.url)${TALKATIVE('3 server files', 0)}`,
  )
  const npm = { npm_execpath: path.join(root, 'npm-cli.cjs'), npm_node_execpath: process.execPath }
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/first-run/prepare.mjs'), '--server'], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...npm },
  })
  return { status, stdout, stderr }
}

test('preparing writes only to standard error, since the output of the command that follows may be JSON', async () => {
  const { status, stdout, stderr } = await prepare()
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' })
  expect(stderr).toMatch(/^Installing packages as locked …\n {2}done in .+\nBuilding the server …\n3 server files\n {2}done in .+\n$/)
})

test('a failed installation shows on standard error what npm printed', async () => {
  expect(await prepare({ npmCode: 1 })).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/^Installing packages as locked …\nadded 0 packages\n.* failed \(exit code 1\)\.\n$/),
  })
})
