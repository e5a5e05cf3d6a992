import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Say } from './command.ts'

/** From a pipe, reads the first line. */
export async function readPassword(say: Say): Promise<string> {
  const { stdin } = process
  if (stdin.isTTY) process.stdout.write('Password: ')
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silence, terminal: stdin.isTTY })
  for await (const line of lines) {
    if (stdin.isTTY) say('')
    lines.close()
    return line
  }
  return ''
}
