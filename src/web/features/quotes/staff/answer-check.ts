import { approveQuoteBodySchema, declineQuoteBodySchema } from '#shared/quotes/staff.ts'
import { typedCents } from '#shared/typed-numbers.ts'
import { withReadings } from '#web/lib/amounts.ts'
import type { Checked } from '#web/lib/form-issues.ts'
import type { Answer } from './possible-answers.ts'

export type AnswerValues = { price: string; reason: string }
export type CheckedAnswer = { priceCents: number; reason: string }

/** Checks what an answer needs: declining and another price need a reason, all but declining a price. */
export function checkAnswer(answer: Answer, { price, reason }: AnswerValues, currency?: string): Checked<CheckedAnswer> {
  const priceCents = typedCents(price, currency)
  const reasoned = answer === 'decline' || answer === 'adjust' ? declineQuoteBodySchema.safeParse({ reason }) : undefined
  const priced = answer === 'decline' ? undefined : approveQuoteBodySchema.safeParse({ priceCents, reason })
  const issues = [...(priced?.error?.issues ?? []), ...(reasoned?.error?.issues ?? [])].map(({ path, message }) => ({
    path: path[0] === 'priceCents' ? ['price'] : path,
    message,
  }))
  if (issues.length > 0) return withReadings({ success: false, error: { issues } }, { price }, /^price$/, currency)
  return { success: true, data: { priceCents, reason: reason.trim() } }
}
