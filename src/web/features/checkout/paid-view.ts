import { queryOptions } from '@tanstack/react-query'
import { guestsText } from '#shared/bookings/guests-text.ts'
import { longDay } from '#shared/dates.ts'
import type { Lenient } from '#shared/lenient.ts'
import { DEFAULT_CURRENCY, formatMoney, toMoney } from '#shared/money.ts'
import { getPaidPage } from '#shared/payments/calls.ts'
import type { PaidOutcome, paidPageSchema } from '#shared/payments/paid-pages.ts'
import { queryOf } from '#web/lib/ask.ts'
import { momentText } from './payment-view.ts'

/** The outcome of a payment by an emailed link. */
export type Paid = Lenient<typeof paidPageSchema>

const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 15_000
/** About ten minutes of polling; a payment that takes longer is reported by email. */
const MAX_LOOKS = 42

/** The payment that a token stands for. While its outcome is open, the page polls. */
export function paidQuery(token: string) {
  return queryOptions({
    ...queryOf(getPaidPage, { params: { token } }),
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.outcome === 'confirming' && dataUpdateCount <= MAX_LOOKS && Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 1.5 ** dataUpdateCount),
  })
}

interface Words {
  heading: string
  text: string
}

/** Texts for someone who paid by an emailed link. */
export function toPaidView(paid: Paid) {
  const { outcome, kind = 'tour', title, startsOn, startTime, guests, reference, paidAt } = paid
  const canPay = outcome === 'unpaid' && paid.canPayAgain === true
  const amount = paid.amount === undefined ? undefined : formatMoney(toMoney(paid.amount, paid.currency ?? DEFAULT_CURRENCY[kind]))
  const when = startsOn && [longDay(startsOn), startTime && `at ${startTime}`].filter(Boolean).join(' ')
  const facts = [
    { name: kind === 'tour' ? 'Tour' : 'Service', value: title },
    { name: kind === 'tour' ? 'Travel date' : 'Moving day', value: when },
    { name: 'Group', value: guests ? guestsText(guests) : undefined },
    { name: 'Reference', value: reference },
    { name: 'Paid on', value: paidAt ? momentText(Date.parse(paidAt) / 1000) : undefined },
  ]
  return {
    ...wordsOf(outcome, paid),
    amount,
    amountName: canPay ? 'Amount due' : AMOUNT_NAMES[outcome],
    facts: facts.flatMap(({ name, value }) => (value ? [{ name, value }] : [])),
    isBooked: outcome === 'paid',
    canPay,
    isEmailed: paid.isEmailed !== false,
  }
}

const AMOUNT_NAMES: Record<PaidOutcome, string> = {
  paid: 'Paid in full',
  confirming: 'Your payment',
  checking: 'Amount due',
  returned: 'Being refunded',
  unpaid: 'Not charged',
  cancelled: 'Paid',
}

function wordsOf(outcome: PaidOutcome, paid: Paid): Words {
  const isMove = paid.kind === 'vehicle'
  const isEmailed = paid.isEmailed !== false
  const canPay = paid.canPayAgain === true
  switch (outcome) {
    case 'paid':
      return {
        heading: 'Thank you. Your booking is confirmed',
        text: isMove ? 'We’ve received your payment and your move is booked.' : 'We’ve received your payment and your seats are booked.',
      }
    case 'confirming':
      return {
        heading: 'We’re confirming your payment',
        text: `Your bank hasn’t responded yet. This page will update automatically${isEmailed ? ', and we’ll email you as soon as we know' : ', so you can come back to it later'}. Please don’t pay again.`,
      }
    case 'checking':
      return {
        heading: 'We are checking your payment',
        text: `We’ve received it and someone is looking into it. You don’t need to pay again. We’ll ${isEmailed ? 'write to' : 'call'} you as soon as we know more.`,
      }
    case 'returned':
      return {
        heading: 'We’re refunding your payment',
        text: `${returnReason(paid)} We’re refunding this payment to your card in full. It usually takes 5 to 10 days to appear. You don’t need to do anything.`,
      }
    case 'unpaid':
      return {
        heading: canPay ? `Your ${isMove ? 'move' : 'booking'} hasn’t been paid for yet` : 'The payment didn’t go through',
        text: `You haven’t been charged. ${canPay ? unpaidText(paid) : 'Please email or call us and we’ll see what we can do.'}`,
      }
    case 'cancelled':
      return {
        heading: 'This booking has been cancelled',
        text: `It was paid for but has since been cancelled. ${isEmailed ? 'Our email tells you what you’ll get back.' : 'Please call us and we’ll tell you what you’ll get back.'}`,
      }
  }
}

function unpaidText({ kind, payUntil }: Paid): string {
  const until = payUntil ? ` until ${payUntil}` : ''
  return kind === 'vehicle' ? `You can pay this quote${until}.` : `We’re holding your seats${until}.`
}

function returnReason({ kind, returnReason: reason }: Paid): string {
  const isMove = kind === 'vehicle'
  switch (reason) {
    case 'paid_twice':
      return `You’d already paid for this ${isMove ? 'move' : 'trip'}. That payment isn’t affected.`
    case 'not_as_agreed':
      return 'This payment was for the wrong amount, so we couldn’t use it for a booking.'
    case 'departure_cancelled':
      return 'We’re sorry: it arrived after we’d cancelled this departure.'
    default:
      return isMove
        ? 'We’re sorry: it arrived after this quote had ended.'
        : 'We’re sorry: it arrived after your seats had been released, and they’re no longer available.'
  }
}
