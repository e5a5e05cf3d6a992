import type { FastifyRequest } from 'fastify'
import { isStaffRole, type LoginBody } from '#shared/accounts.ts'
import type { SignInRefusal } from '#shared/audit.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { networkOf } from '#server/lib/rate-limits.ts'
import { actorOf, recordAudit } from '#server/features/audit/commands.ts'
import { createAuditBounds } from '#server/features/audit/flows.ts'
import { findAddressee } from '../queries.ts'

/** The refusals of a sign-in that are recorded, by the errors that they end in. */
const REFUSALS: Partial<Record<ErrorCode, SignInRefusal>> = {
  invalid_credentials: 'wrong_password',
  too_many_requests: 'too_many_tries',
  second_factor_required: 'second_factor_missing',
}

/**
 * Returns what records a refused sign-in, whoever tried it: there is no actor, and the account that was tried is the subject. An
 * error that is no refusal leaves no entry. The staff's accounts have room of their own, which no flood of guesses at other
 * accounts uses up.
 */
export function createRefusalRecorder({ db, pool }: Pick<Deps, 'db' | 'pool'>) {
  const bounds = createAuditBounds(pool)
  return async (request: FastifyRequest, error: unknown): Promise<void> => {
    const refusal = error instanceof AppError ? REFUSALS[error.code] : undefined
    if (!refusal) return
    // Only a body that has passed its schema gets as far as a refusal.
    const account = await findAddressee(db, (request.body as LoginBody).email)
    const group = account && isStaffRole(account.role) ? 'sign-ins-of-staff' : 'sign-ins'
    if (!(await bounds.hasRoomAmong(group, `sign-in-refused:${account?.id ?? networkOf(request.ip)}`))) return
    await recordAudit(db, {
      actor: actorOf(request, null),
      action: 'session.refused',
      subject: { kind: 'account', id: account?.id ?? null },
      after: { refusal: refusal === 'wrong_password' ? reasonFor(account) : isWrongCode(error) ? 'second_factor_wrong' : refusal },
    })
  }
}

/** Without a code the second factor is asked for; a code that was given and is wrong is named at its field. */
function isWrongCode(error: unknown): boolean {
  return error instanceof AppError && error.code === 'second_factor_required' && error.details.issues !== undefined
}

function reasonFor(account: { isDisabled: boolean } | undefined): SignInRefusal {
  if (!account) return 'unknown_account'
  return account.isDisabled ? 'disabled' : 'wrong_password'
}
