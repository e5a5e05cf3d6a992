import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Binaries } from './binaries.ts'
import { EmbeddedPostgresError } from './errors.ts'
import type { Place } from './place.ts'

/** Passed by launcher.ts to watchdog.ts as JSON in its first argument. */
export interface WatchdogConfig {
  place: Place
  binaries: Binaries
  /** Server settings that override ours; those of the instance that starts the server count. */
  settings: Record<string, string>
}

/** Another watchdog already serves this database. */
export const exitLockTaken = 3

/** Sent by the watchdog to its holders, one JSON object per line. */
export type WatchdogMessage = { log: string } | { ready: { watchdogPid: number } } | { failed: string }

/** One live instance's claim; the watchdog keeps the server up while any is open. */
export interface Hold {
  watchdogPid: number
  /** Resolves when the connection has ended, by release or because the watchdog or the server died. */
  ended: Promise<void>
  /** Resolves after the server is down if this was the last claim. */
  release(): Promise<void>
}

export function controlPath(socketDir: string): string {
  return join(socketDir, 'control.sock')
}

/**
 * Claims the server and waits until it responds. Returns undefined when there is no watchdog or it is exiting. Throws
 * EmbeddedPostgresError when the server cannot be started.
 */
export function claim(socketDir: string, log: (line: string) => void): Promise<Hold | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(controlPath(socketDir))
    const ended = new Promise<void>((end) => socket.once('close', () => end()))
    const lines = createInterface(socket)
    // An absent watchdog and a broken connection both end in 'close'; readline repeats the error.
    for (const emitter of [socket, lines]) emitter.on('error', () => undefined)
    void ended.then(() => resolve(undefined))

    function release(): Promise<void> {
      socket.ref()
      socket.end()
      return ended
    }

    lines.on('line', (line) => {
      const message = JSON.parse(line) as WatchdogMessage
      if ('log' in message) log(message.log)
      else if ('failed' in message) reject(new EmbeddedPostgresError(message.failed))
      else {
        // Lets an otherwise finished program exit; the closing connection then stops the server.
        socket.unref()
        resolve({ watchdogPid: message.ready.watchdogPid, ended, release })
      }
    })
  })
}
