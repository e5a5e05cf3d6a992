import { lockSession, type NamedActor } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { queueCappedMail } from '#server/lib/mail-cap.ts'
import { quoteWithdrawnMail } from '#server/emails/quote-withdrawn.ts'
import { asUuid, getCustomer } from '#server/features/bookings/queries.ts'
import { untilDecided, type Decision } from '#server/features/checkout/deciding/flows.ts'
import { findActiveAttempt } from '#server/features/payments/attempts/queries.ts'
import { findUndecidedPayment } from '#server/features/fulfilment/quarantine/queries.ts'
import { isWithdrawable, lockOwnQuote, withdraw, type LockedQuote } from '../commands.ts'
import { factsOf } from '../mail-facts.ts'

const BUSY = 'We’re processing a payment for this quote. Please try again in a moment.'
const CHECKING = 'We’re checking your payment, so your request can’t be withdrawn yet. We’ll email you when we’ve finished.'

const NOT_WITHDRAWABLE: { other: string } & Partial<Record<LockedQuote['status'], string>> = {
  confirmed: 'This quote has just been paid, so it’s now a booking. You can cancel it in the usual way.',
  expired: 'This request has already expired, so there’s nothing to withdraw.',
  declined: 'We’ve already declined this request, so there’s nothing to withdraw.',
  other: 'This booking has ended, so there’s nothing to withdraw.',
}

/**
 * Withdraws a person's own unpaid request and confirms that by email; safe to repeat. An open card page is closed at the provider first: if
 * it has been paid, that counts and the request stays. Throws 404, 409 `not_cancellable` with the reason (also while a payment awaits a
 * person's decision), 409 `not_payable` while money is on its way, 502 when the provider is down.
 */
export async function withdrawQuote(deps: Deps, actor: NamedActor, who: SignedIn, bookingId: string): Promise<void> {
  const id = asUuid(bookingId)
  await untilDecided(deps, BUSY, async (trx): Promise<Decision<undefined>> => {
    await lockSession(trx, who)
    const quote = await lockOwnQuote(trx, actor.accountId, id)
    if (quote.status === 'withdrawn') return { outcome: undefined }
    if (!isWithdrawable(quote.status)) {
      throw new AppError('not_cancellable', NOT_WITHDRAWABLE[quote.status] ?? NOT_WITHDRAWABLE.other)
    }
    const attempt = await findActiveAttempt(trx, quote.id)
    if (attempt) return { close: attempt }
    if (await findUndecidedPayment(trx, quote.id)) throw new AppError('not_cancellable', CHECKING)
    await withdraw(trx, quote, actor, deps.now())
    const customer = await getCustomer(trx, quote.id)
    await queueCappedMail(deps, trx, quoteWithdrawnMail(customer.email, factsOf(deps, quote, customer.name)))
    return { outcome: undefined }
  })
}
