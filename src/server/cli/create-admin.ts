import { parseArgs } from 'node:util'
import { signupBodySchema } from '#shared/accounts/public.ts'
import { makeAdministrator } from '#server/features/accounts/administrators/commands.ts'
import { readArguments, UsageError, type Command } from './command.ts'
import { readPassword } from './read-password.ts'
import { withDeps } from './with-deps.ts'

export const createAdmin: Command = {
  usage:
    'Usage: npm run create-admin -- --email ada@example.com --name "Ada Lovelace"   (prompts for the password, or reads it from standard input)',
  async run(args, say, note) {
    const { values } = parseArgs({ args, options: { email: { type: 'string' }, name: { type: 'string' } } })
    if (!values.email || !values.name) throw new UsageError('Missing --email or --name.')
    const person = readArguments(signupBodySchema, { ...values, password: await readPassword(say) })
    await withDeps(note, async (deps) => {
      const outcome = await makeAdministrator(deps, person)
      say(
        outcome === 'created'
          ? `${person.email} is now an administrator.`
          : `${person.email} already existed and is now an administrator. The password has been set and all devices signed out.`,
      )
    })
  },
}
