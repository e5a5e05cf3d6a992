import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { isLoopbackHost } from '#server/config/fields.ts'
import { projectRoot } from '#server/config/root.ts'
import type { Config } from '../config.ts'
import { AppError } from './errors.ts'

export const DEMO_IDS: ReadonlySet<string> = new Set(['user_1', 'admin_1'])

const printedSchema = z.array(z.object({ id: z.string(), password: z.string() }))
let printed: Promise<ReadonlyMap<string, string>> | undefined

export async function readPrintedPasswords(): Promise<ReadonlyMap<string, string>> {
  printed ??= readFile(path.join(projectRoot, 'seed/accounts.json'), 'utf8').then(
    (text) => new Map(printedSchema.parse(JSON.parse(text)).map(({ id, password }) => [id, password])),
  )
  return printed
}

/**
 * Returns whether a publicly printed password is used where it is not valid: on a site others can reach, or under a host
 * name that is not this machine's (DNS rebinding). Logs it.
 */
export async function isPrintedElsewhere(
  { openedBy }: Pick<Config, 'openedBy'>,
  { headers: { host = '' }, log }: Pick<FastifyRequest, 'headers' | 'log'>,
  userId: string,
  password: string,
): Promise<boolean> {
  if (!DEMO_IDS.has(userId) || (openedBy === null && isLoopbackHost(host))) return false
  const isPrinted = (await readPrintedPasswords()).get(userId) === password
  if (isPrinted) log.warn({ userId, openedBy }, 'a demo account’s published password was refused: it only works on this machine')
  return isPrinted
}

export function isOpenDemo({ NODE_ENV }: Pick<Config, 'NODE_ENV'>, userId: string): boolean {
  return NODE_ENV !== 'production' && DEMO_IDS.has(userId)
}

/** Throws 409 `account_in_use` for a demo account, since the next visitor must be able to sign in. `what` would change. */
export function refuseShared(userId: string, what: 'address' | 'password'): void {
  if (!DEMO_IDS.has(userId)) return
  throw new AppError(
    'account_in_use',
    `This is a shared demo account, so you can’t change its ${what}. Sign up for your own account to try it.`,
  )
}
