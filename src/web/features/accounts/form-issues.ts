import {
  forgotPasswordBodySchema,
  loginBodySchema,
  newPasswordSchema,
  signupBodySchema,
  type ForgotPasswordBody,
  type LoginBody,
  type SignupBody,
} from '#shared/accounts.ts'
import { changePasswordBodySchema, deleteAccountBodySchema, type ChangePasswordBody } from '#shared/account-settings.ts'
import { CallError } from '#web/lib/call-error.ts'

export type Issues<Fields> = { [Name in keyof Fields]?: string }
type Check = { success: true } | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }

export const loginIssues = (fields: LoginBody): Issues<LoginBody> => firstByField(loginBodySchema.safeParse(fields))
export const signupIssues = (fields: SignupBody): Issues<SignupBody> => firstByField(signupBodySchema.safeParse(fields))

export const nameIssues = ({ name }: { name: string }): Issues<{ name: string }> => {
  const { name: issue } = signupIssues({ name, email: '', password: '' })
  return issue === undefined ? {} : { name: issue }
}
export const forgotIssues = (fields: ForgotPasswordBody): Issues<ForgotPasswordBody> =>
  firstByField(forgotPasswordBodySchema.safeParse(fields))
export const changeIssues = (fields: ChangePasswordBody): Issues<ChangePasswordBody> =>
  firstByField(changePasswordBodySchema.safeParse(fields))
export const deleteIssues = (fields: { password: string }): Issues<{ password: string }> =>
  firstByField(deleteAccountBodySchema.safeParse(fields))
export const newPasswordIssues = ({ password }: { password: string }): Issues<{ password: string }> => {
  const checked = newPasswordSchema.safeParse(password)
  return checked.success ? {} : { password: checked.error.issues[0]?.message ?? '' }
}

/** What the server says is wrong with these fields; undefined when it says something else. */
export function issuesOf<Fields extends object>(error: unknown, fields: Fields): Issues<Fields> | undefined {
  if (!(error instanceof CallError)) return undefined
  const known = error.issues.filter(({ path }) => Object.hasOwn(fields, path))
  return known.length > 0 ? (Object.fromEntries(known.map(({ path, message }) => [path, message])) as Issues<Fields>) : undefined
}

/** The first message of each wrong field. */
function firstByField<Fields>(check: Check): Issues<Fields> {
  const issues: { [name: string]: string } = {}
  if (!check.success) for (const { path, message } of check.error.issues) issues[String(path[0])] ??= message
  return issues as Issues<Fields>
}
