import type { ChangeEmailBody } from '#shared/accounts/email-changes.ts'
import { calls } from '#shared/paths.ts'
import { postJson } from '#web/lib/http.ts'

export const changeEmail = (body: ChangeEmailBody) => postJson(calls.changeEmail, body)
