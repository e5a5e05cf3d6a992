import type { ChangeEmailBody } from '#shared/accounts/email-changes.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { postJson } from '#web/lib/http.ts'

export const changeEmail = (body: ChangeEmailBody) => postJson(securityCalls.changeEmail.path, body)
