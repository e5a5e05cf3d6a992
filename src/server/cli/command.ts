import { z } from 'zod'

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
