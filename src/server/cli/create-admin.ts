import { parseArgs } from 'node:util'
import { signupBodySchema } from '#shared/accounts/public.ts'
import { makeAdministrator } from '#server/features/accounts/administrators/commands.ts'
import type { Command } from './command.ts'
import { readPassword } from './read-password.ts'
import { withDeps } from './with-deps.ts'

export const createAdmin: Command = {
  usage:
    'Usage: npm run create-admin -- --email ada@example.com --name "Ada Lovelace"   (the password is asked for, or read from standard input)',
  async run(args, say) {
    const { values } = parseArgs({ args, options: { email: { type: 'string' }, name: { type: 'string' } } })
    if (!values.email || !values.name) throw new Error('Who should be an administrator?')
    const person = signupBodySchema.parse({ ...values, password: await readPassword(say) })
    await withDeps(say, async (deps) => {
      const outcome = await makeAdministrator(deps, person)
      say(
        outcome === 'created'
          ? `${person.email} is now an administrator.`
          : `${person.email} already existed and is now an administrator; the password has been set, and all devices are signed out.`,
      )
    })
  },
}
