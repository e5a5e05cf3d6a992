import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { z } from 'zod'
import { readAmount, typedCents } from '#shared/typed-numbers.ts'
import { explainFailure } from '#server/explain-failure.ts'
import { findStaffId } from '#server/features/accounts/people/staff.ts'
import { BundleError } from '#server/features/backups/bundle-format.ts'
import { operator, type Actor } from '#server/lib/actors.ts'
import type { Database } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { StorageAwayError } from '#server/lib/file-storage.ts'
import { reasonOf } from './doctor/finding.ts'

export type Say = (line: string) => void

/** Wrong or missing arguments; the usage is shown with the message. Any other error is a failure in the work. */
export class UsageError extends Error {}

export interface Command {
  usage: string
  /**
   * `args` are the arguments after the command's name. `say` receives the result, which may be JSON; `note` receives what is not part of
   * it, such as where the embedded database is. Throws an error whose message explains what is wrong.
   */
  run(args: string[], say: Say, note?: Say): Promise<void>
}

/** Throws `UsageError` with every message of the schema. */
export function readArguments<T extends z.core.$ZodType>(schema: T, given: unknown): z.output<T> {
  const { data, error } = z.core.safeParse(schema, given)
  if (error) throw new UsageError(error.issues.map((issue) => issue.message).join('. '))
  return data
}

/**
 * Returns false if the command failed; `complain` receives the reason, and the usage after it if the arguments are wrong. `say` receives
 * the result alone; what else there is to tell goes to `complain` too.
 */
export async function runCommand(command: Command, args: string[], say: Say, complain: Say): Promise<boolean> {
  if (args.includes('--help')) {
    say(command.usage)
    return true
  }
  try {
    await command.run(args, say, complain)
    return true
  } catch (error) {
    complain(isOfArguments(error) ? `${error.message}\n${command.usage}` : reasonInWords(error))
    return false
  }
}

/** Node's `parseArgs` marks its errors by their codes. */
function isOfArguments(error: unknown): error is Error {
  return error instanceof UsageError || (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_'))
}

/** One line, except that each wrong setting has its own. */
function reasonInWords(error: unknown): string {
  if (error instanceof StorageAwayError) return `Storage unavailable: ${error.reason}.`
  const isWritten = error instanceof AppError || error instanceof BundleError
  const lines = reasonOf(error)
    .split('\n')
    .map((line) => line.trim())
  return (isWritten ? undefined : explainFailure(error)) ?? lines.filter((line) => line !== '').join(' ')
}

/** Whole cents of an amount on the command line, read as in the console. Throws `UsageError`, with both readings if there are two. */
export function amountArgument(name: string, text: string, currency?: string): number {
  const { decimal, message } = readAmount(text, currency)
  if (decimal === undefined) throw new UsageError(`${name}: ${message ?? `“${text}” is no amount`}.`)
  return typedCents(text, currency)
}

/** Throws if the email address does not belong to a staff member. */
export async function getStaffId(db: Database, email: string): Promise<string> {
  const id = await findStaffId(db, email)
  if (!id) throw new Error(`${email} isn’t a staff account.`)
  return id
}

/** `by` is a staff member's email address; without it the actor is unnamed. */
export async function getOperator(db: Database, by: string | undefined): Promise<Actor> {
  return operator(by === undefined ? null : await getStaffId(db, by))
}

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
