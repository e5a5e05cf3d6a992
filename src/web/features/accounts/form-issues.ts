import { loginBodySchema, signupBodySchema, type LoginBody, type SignupBody } from '#shared/accounts.ts'

export type Issues<Fields> = { [Name in keyof Fields]?: string }
type Check = { success: true } | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }

export const loginIssues = (fields: LoginBody): Issues<LoginBody> => firstByField(loginBodySchema.safeParse(fields))
export const signupIssues = (fields: SignupBody): Issues<SignupBody> => firstByField(signupBodySchema.safeParse(fields))

/** The first message of each wrong field. */
function firstByField<Fields>(check: Check): Issues<Fields> {
  const issues: { [name: string]: string } = {}
  if (!check.success) for (const { path, message } of check.error.issues) issues[String(path[0])] ??= message
  return issues as Issues<Fields>
}
