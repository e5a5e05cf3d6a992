import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Say } from './command.ts'

/** Reads only the first line from a pipe. */
export async function readPassword(say: Say, prompt = 'Password: '): Promise<string> {
  const { stdin } = process
  if (stdin.isTTY) process.stdout.write(prompt)
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: silence, terminal: stdin.isTTY })
  for await (const line of lines) {
    if (stdin.isTTY) say('')
    lines.close()
    return line
  }
  return ''
}
