import { z } from 'zod'
import { explainFailure } from '#server/explain-failure.ts'
import { BundleError } from '#server/features/backups/bundle-format.ts'
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
