import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { vi } from 'vitest'
import { runCommandLine } from '../../src/server/cli/command-line.ts'
import { projectRoot } from '../../src/server/config/root.ts'
import type { ConnectionOptions } from '../../src/server/lib/db.ts'
import { databaseUrl } from './database-url.ts'
import { COMMAND_LINE, COMPILED } from './server-process.ts'

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** A variable that is set, even to nothing, overrides a developer's own `.env`. */
const settings = (url: string, cardsPort: number) => ({
  DATABASE_URL: url,
  PUBLIC_URL: '',
  STRIPE_SECRET_KEY: '',
  SESSION_SECRET: '',
  CARD_SANDBOX_PORT: String(cardsPort),
})

interface Surroundings {
  input?: string
  url?: string
  cardsPort?: number
  env?: NodeJS.ProcessEnv
  program?: string
}

/** Starts the program for one command, with `input` on its standard input. Without `url` the command starts the embedded database. */
export async function startCommand(
  args: string[],
  { input = '', url = '', cardsPort = 0, env, program = COMMAND_LINE }: Surroundings = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: projectRoot,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...COMPILED, PATH: process.env['PATH'], ...settings(url, cardsPort), ...env },
  })
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { code, stdout, stderr }
}

/** Commands on a database that no site uses. */
export function commandsOn(connection: ConnectionOptions) {
  const url = databaseUrl(connection)
  return {
    start: async (args: string[], surroundings: Surroundings = {}) => startCommand(args, { url, ...surroundings }),
    /** Runs a command in this process. Each command is also started once as a program, which takes several times as long. */
    async run(args: string[]): Promise<Ended> {
      for (const [name, value] of Object.entries(settings(url, 0))) vi.stubEnv(name, value)
      const said = { stdout: '', stderr: '' }
      const isDone = await runCommandLine(
        args,
        (line) => (said.stdout += `${line}\n`),
        (line) => (said.stderr += `${line}\n`),
      )
      return { code: isDone ? 0 : 1, ...said }
    },
  }
}
