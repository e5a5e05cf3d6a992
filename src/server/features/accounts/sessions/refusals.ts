import type { FastifyRequest } from 'fastify'
import { isStaffRole, type LoginBody } from '#shared/accounts/public.ts'
import type { SignInRefusal } from '#shared/audit/facts.ts'
import type { ErrorCode } from '#shared/errors.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { networkOf } from '#server/lib/rate-limits.ts'
import { actorOf } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { createAuditBounds } from '#server/features/audit/flows.ts'
import { findAddressee } from '../queries.ts'

const REFUSALS: Partial<Record<ErrorCode, SignInRefusal>> = {
  invalid_credentials: 'wrong_password',
  too_many_requests: 'too_many_tries',
  second_factor_required: 'second_factor_missing',
}

/**
 * Returns a function that audits refused sign-ins: there is no actor, so the account tried is the subject. Errors that
 * are not refusals leave no entry. Staff accounts have their own allowance of entries, which a flood of guesses at other
 * accounts cannot use up.
 */
export function createRefusalRecorder({ db, pool }: Pick<Deps, 'db' | 'pool'>) {
  const bounds = createAuditBounds(pool)
  return async (request: FastifyRequest, error: unknown): Promise<void> => {
    const refusal = error instanceof AppError ? REFUSALS[error.code] : undefined
    if (!refusal) return
    // Only a request whose body has passed its schema can be refused.
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

/** A missing code yields the same error without issues; a wrong one is reported at its field. */
function isWrongCode(error: unknown): boolean {
  return error instanceof AppError && error.code === 'second_factor_required' && error.details.issues !== undefined
}

function reasonFor(account: { isDisabled: boolean } | undefined): SignInRefusal {
  if (!account) return 'unknown_account'
  return account.isDisabled ? 'disabled' : 'wrong_password'
}
