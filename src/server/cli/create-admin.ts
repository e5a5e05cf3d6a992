import { parseArgs } from 'node:util'
import { z } from 'zod/mini'
import { MIN_STAFF_PASSWORD_LENGTH, newStaffPasswordSchema, signupBodySchema } from '#shared/accounts/public.ts'
import { makeAdministrator } from '#server/features/accounts/people/staff.ts'
import { readArguments, readPassword, UsageError, type Command } from './command.ts'
import { withDeps } from './with-deps.ts'

const personSchema = z.extend(signupBodySchema, { password: newStaffPasswordSchema })

export const createAdmin: Command = {
  usage: 'Usage: npm run create-admin -- ada@example.com "Ada Lovelace"   (prompts for the password, or reads it from standard input)',
  async run(args, say, note) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { email: { type: 'string' }, name: { type: 'string' } },
    })
    const [email = values.email, name = values.name] = positionals
    if (!email || !name) throw new UsageError('Missing email address or name.')
    const password = await readPassword(say, `Password (at least ${MIN_STAFF_PASSWORD_LENGTH} characters): `)
    const person = readArguments(personSchema, { email, name, password })
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
