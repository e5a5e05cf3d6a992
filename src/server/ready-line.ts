import os from 'node:os'
import type { PrintedAccount } from './seed/demo-passwords.ts'

/** Returns the last line of the startup: at a terminal with the accounts to try, otherwise as another line of the log. */
export function readyLine(address: string, accounts: readonly PrintedAccount[], isTerminal: boolean): string {
  const line = `Meridian is ready: ${address}`
  if (isTerminal)
    return [line, ...accounts.map(({ email, password }) => `  sign in as ${email} / ${password}`), '  stop it with Ctrl-C'].join('\n')
  // Whatever extracts the URL from the line stops at the space.
  const msg = `${line} (process ${process.pid})`
  return JSON.stringify({ level: 30, time: Date.now(), pid: process.pid, hostname: os.hostname(), msg })
}
