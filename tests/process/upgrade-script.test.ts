import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { projectRoot } from '../../src/server/config/root.ts'
import { cleanUp, createDataDir } from '../support/server-process.ts'

// The script runs on real checkouts. systemd, Node, npm and the clock are stood in for: they say in one list what is asked of them.
let folder = ''
const at = (...parts: string[]) => path.join(folder, ...parts)
const git = (checkout: string, ...args: string[]) =>
  execFileSync('git', ['-C', at(checkout), '-c', 'user.name=T', '-c', 'user.email=t@example.test', ...args], { encoding: 'utf8' })

const PROGRAMS = {
  systemctl: `
    case $1 in
    list-units) cat "$FOLDER/units" ;;
    show) cat "$FOLDER/\${4%.service}.\${2#--property=}" 2>/dev/null ;;
    is-failed) [ "$(cat "$MERIDIAN_PLACE/how")" = fails ] ;;
    *) echo "$* $([ "$1" = restart ] && cat "$MERIDIAN_PLACE/version")" >>"$FOLDER/did" ;;
    esac`,
  node: `
    url=\${2#*http://}
    echo "ask \${url%%\\'*}" >>"$FOLDER/did"
    case $(cat "$MERIDIAN_PLACE/how") in ready) ;; away) exit 2 ;; *) exit 1 ;; esac`,
  npm: `echo "$3 $4" >>"$FOLDER/did"`,
  date: `cat "$FOLDER/now"`,
  sleep: `echo $(($(cat "$FOLDER/now") + 10 * $1)) >"$FOLDER/now.next"; mv "$FOLDER/now.next" "$FOLDER/now"`,
}

/** Commits a version to the origin: `how` it does when it is started, and the unit file that comes with it. */
async function release(version: string, how: 'ready' | 'fails' | 'hangs', files: Record<string, string> = {}): Promise<void> {
  const content = { version, how, 'migrations/0001_accounts.sql': '', 'ops/meridian.service': `# ${version} in /opt/meridian\n`, ...files }
  for (const [name, text] of Object.entries(content)) {
    await mkdir(path.dirname(at('origin', name)), { recursive: true })
    await writeFile(at('origin', name), text)
  }
  git('origin', 'add', '--all')
  git('origin', 'commit', '--quiet', '--message', version)
  git('origin', 'tag', version)
}

beforeEach(async () => {
  folder = await createDataDir()
  for (const name of ['bin', 'origin', 'units.d']) await mkdir(at(name))
  for (const [name, lines] of Object.entries(PROGRAMS)) {
    await writeFile(at('bin', name), `#!/bin/sh\n${lines}\n`)
    await chmod(at('bin', name), 0o755)
  }
  await writeFile(at('now'), '1000\n')
  await writeFile(at('units'), 'meridian.service loaded active running Meridian\n')
  git('origin', 'init', '--quiet', '--initial-branch=main')
  await release('v1', 'ready')
  git('.', '-c', 'advice.detachedHead=false', 'clone', '--quiet', '--depth', '1', '--branch', 'v1', `file://${at('origin')}`, at('site'))
  await writeFile(at('units.d', 'meridian.service'), `# v1 in ${at('site')}\n`)
})
afterEach(cleanUp)

/** Runs the script. Returns its exit code, what it says, what it had systemd and npm do, and the seconds it waited. */
async function upgrade(version: string) {
  await writeFile(at('did'), '')
  const before = Number(await readFile(at('now'), 'utf8'))
  const env = { PATH: `${at('bin')}:/usr/bin:/bin`, FOLDER: folder, MERIDIAN_PLACE: at('site'), MERIDIAN_UNITS: at('units.d') }
  const { code, said } = await new Promise<{ code: unknown; said: string }>((resolve) => {
    execFile('sh', [path.join(projectRoot, 'ops/upgrade.sh'), version], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    )
  })
  const did = (await readFile(at('did'), 'utf8')).trim().split('\n')
  return {
    code,
    said,
    did,
    restarts: did.filter((line) => line.startsWith('restart')),
    seconds: Number(await readFile(at('now'), 'utf8')) - before,
  }
}

const running = async () => readFile(at('site', 'version'), 'utf8')
const unitFile = async (name = 'meridian.service') => readFile(at('units.d', name), 'utf8')

test('an upgrade builds the version, exchanges it and its unit file, and can be taken back with both', async () => {
  await release('v2', 'ready')
  expect(await upgrade('v2')).toMatchObject({
    code: 0,
    did: expect.arrayContaining(['run build', 'daemon-reload ']),
    restarts: ['restart meridian.service v2'],
  })
  expect([await running(), await unitFile()]).toEqual(['v2', `# v2 in ${at('site')}\n`])
  expect(await upgrade('back')).toMatchObject({ code: 0, restarts: ['restart meridian.service v1'] })
  expect([await running(), await unitFile()]).toEqual(['v1', `# v1 in ${at('site')}\n`])
})

test.each([
  ['has failed by systemd', 'fails', 0],
  ['never gets ready', 'hangs', 40],
] as const)('a release that %s is taken back within a minute, with its unit file', async (_what, how, seconds) => {
  await release('v2', how)
  const { code, said, restarts, seconds: waited } = await upgrade('v2')
  expect({ code, restarts, waited }).toEqual({
    code: 1,
    restarts: ['restart meridian.service v2', 'restart meridian.service v1'],
    waited: seconds,
  })
  expect(said).toContain('v2 does not get ready: going back to the version before.\nThe version before is ready again.\n')
  expect([await running(), await unitFile()]).toEqual(['v1', `# v1 in ${at('site')}\n`])
})

test('a release with migrations has a quarter of an hour to get ready, and fails as soon as systemd says so', async () => {
  await release('v2', 'hangs', { 'migrations/0002_tours.sql': '' })
  expect(await upgrade('v2')).toMatchObject({ code: 1, seconds: 900 })
  await release('v3', 'fails')
  expect(await upgrade('v3')).toMatchObject({ code: 1, seconds: 0 })
  expect(await running()).toBe('v1')
})

test('each of several processes is restarted once the one before is ready, at its own port; the first to fail stops the exchange', async () => {
  await writeFile(at('units'), '● meridian@2.service loaded failed failed Meridian\n  meridian@a.service loaded active running Meridian\n')
  await writeFile(at('units.d', 'meridian@.service'), '# as it was')
  await writeFile(at('both.env'), 'PORT=3000\n')
  await writeFile(at('two.env'), 'HOST=10.0.0.5\nPORT="3001"\n')
  await writeFile(at('meridian@2.EnvironmentFiles'), `${at('both.env')} (ignore_errors=yes)\n${at('two.env')} (ignore_errors=yes)\n`)
  await writeFile(at('meridian@a.Environment'), 'NODE_ENV=production PORT=3100\n')
  await release('v2', 'ready')
  const { code, did } = await upgrade('v2')
  expect(code).toBe(0)
  expect(did.slice(did.indexOf('daemon-reload '))).toEqual([
    'daemon-reload ',
    'reset-failed meridian@2.service ',
    'restart meridian@2.service v2',
    'ask 10.0.0.5:3001/readyz',
    'reset-failed meridian@a.service ',
    'restart meridian@a.service v2',
    'ask 127.0.0.1:3100/readyz',
  ])
  expect(await unitFile('meridian@.service')).toBe(`# v2 in ${at('site')}\n`)
  await release('v3', 'fails')
  const units = ['meridian@2.service v3', 'meridian@2.service v2', 'meridian@a.service v2']
  expect((await upgrade('v3')).restarts).toEqual(units.map((unit) => `restart ${unit}`))
})

test.each([
  ['an edited file', async () => writeFile(at('site', 'version'), 'Our Agency'), 'version'],
  ['a file that is not committed', async () => writeFile(at('site', 'logo.svg'), ''), 'logo.svg'],
  ['a commit of its own', async () => git('site', 'commit', '--quiet', '--allow-empty', '--message', 'Our Agency'), 'a commit'],
])('a checkout with %s is not upgraded, and the change is named', async (_what, change, named) => {
  await release('v2', 'ready')
  await change()
  const was = await running()
  const { code, said, restarts } = await upgrade('v2')
  expect({ code, restarts }).toEqual({ code: 1, restarts: [] })
  expect(said).toMatch(new RegExp(`^The upgrade would drop changes in .+/site, so nothing was done\\..+\\n.*${named}`))
  expect(await running()).toBe(was)
})

test('changes in the version before, which an upgrade deletes, stop it too', async () => {
  await release('v2', 'ready')
  await upgrade('v2')
  await writeFile(at('site.before', 'version'), 'Our Agency')
  expect(await upgrade('v2')).toMatchObject({ code: 1, said: expect.stringContaining('/site.before, so nothing was done') })
})

test('a unit file that was edited by hand is kept beside the new one, and its place is named', async () => {
  await release('v2', 'ready')
  await writeFile(at('units.d', 'meridian.service'), 'Ours')
  expect((await upgrade('v2')).said).toContain(`the one before is ${at('units.d', 'meridian.service.before')}.`)
  expect(await unitFile('meridian.service.before')).toBe('Ours')
})

test('no upgrade begins while the database is away, and none goes back to a version that is not there', async () => {
  await release('v2', 'ready')
  await writeFile(at('site', 'how'), 'away')
  expect(await upgrade('v2')).toMatchObject({ code: 1, said: expect.stringContaining('can’t reach its database'), restarts: [] })
  expect(await upgrade('back')).toMatchObject({ code: 1, said: `There is no ${at('site.before')}.\n`, restarts: [] })
  expect(existsSync(at('site.next'))).toBe(false)
})
