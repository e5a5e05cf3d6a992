import { parseArgs } from 'node:util'
import { z } from 'zod/mini'
import { signupBodySchema } from '#shared/accounts/public.ts'
import { replacePassword } from '#server/features/accounts/password-changes.ts'
import { readArguments, readPassword, UsageError, type Command } from './command.ts'
import { withDeps } from './with-deps.ts'

const accessSchema = z.pick(signupBodySchema, { email: true, password: true })

/** `npm run set-password` is for an account whose password is known to others, or to no one. */
export const setPassword: Command = {
  usage: 'Usage: npm run set-password -- --email ada@example.com   (prompts for the password, or reads it from standard input)',
  async run(args, say, note) {
    const { values } = parseArgs({ args, options: { email: { type: 'string' } } })
    if (!values.email) throw new UsageError('Missing --email.')
    const { email, password } = readArguments(accessSchema, { ...values, password: await readPassword(say) })
    await withDeps(note, async ({ db, now }) => {
      await replacePassword(db, email, password, now())
      say(`Password set for ${email}. All devices have been signed out.`)
    })
  },
}
