import { spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { HEAP_ENVIRONMENT } from '../../scripts/site-process.mjs'

export interface Program {
  address: string
  /** In MB, without its child processes. */
  residentMb(): number
  /** User and system processor time so far, in milliseconds. */
  cpuMs(): number
  stop(): Promise<void>
}

/** Starts a Node program and waits for the line that contains its address. */
export async function startProgram(args: string[], env: Record<string, string> = {}): Promise<Program> {
  const child: ChildProcess = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...HEAP_ENVIRONMENT, ...env },
  })
  const address = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${code}`)))
    if (!child.stdout) return
    createInterface(child.stdout).on('line', (line) => {
      const match = /(?:ready: |^)(http:\/\/\S+)/.exec(line)
      if (match?.[1]) resolve(match[1])
    })
  })
  return {
    address,
    residentMb() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024)
    },
    cpuMs() {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      return (Number(fields[11]) + Number(fields[12])) * 10
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

export function percentile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0
}
