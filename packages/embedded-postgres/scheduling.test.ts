import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { givingWay } from './account.ts'

const isLinux = process.platform === 'linux'

test.runIf(isLinux)('the server runs under the batch scheduling policy where the system has the command for it', () => {
  const [command = '', ...args] = givingWay()
  expect(spawnSync(command, [...args, 'echo', 'ran'], { encoding: 'utf8' }).stdout).toBe('ran\n')
})

test('without that command the server starts unchanged', () => {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv('PATH', '/nowhere')
  expect(givingWay()).toEqual([])
})

test.runIf(isLinux)('an application with a scheduling policy of its own passes it on', () => {
  const module = fileURLToPath(new URL('account.ts', import.meta.url))
  const program = `import { givingWay } from ${JSON.stringify(module)}; console.log(JSON.stringify(givingWay()))`
  const { stdout } = spawnSync('chrt', ['-i', '0', process.execPath, '--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(stdout).toBe('[]\n')
})
