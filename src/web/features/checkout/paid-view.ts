import { longDay } from '#shared/dates.ts'
import { guestsText } from '#shared/bookings/guests-text.ts'
import { DEFAULT_CURRENCY, formatMoney, toMoney } from '#shared/money.ts'
import type { PaidOutcome } from '#shared/payments/paid-pages.ts'
import type { Paid } from './api/get-paid.ts'
import { momentText } from './payment-view.ts'

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
    amountName: canPay ? 'To be paid' : AMOUNT_NAMES[outcome],
    facts: facts.flatMap(({ name, value }) => (value ? [{ name, value }] : [])),
    isBooked: outcome === 'paid',
    canPay,
    isEmailed: paid.isEmailed !== false,
  }
}

const AMOUNT_NAMES: Record<PaidOutcome, string> = {
  paid: 'Paid in full',
  confirming: 'Your payment',
  checking: 'To be paid',
  returned: 'Going back to you',
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
        heading: 'Thank you, you are booked',
        text: isMove
          ? 'We have received your payment, and your move is booked.'
          : 'We have received your payment, and your places are booked.',
      }
    case 'confirming':
      return {
        heading: 'We are confirming your payment',
        text: `Your bank has not answered yet. This page follows by itself${isEmailed ? ', and we write to you as soon as we know' : ': you can come back to it'}. Please do not pay again.`,
      }
    case 'checking':
      return {
        heading: 'We are checking your payment',
        text: `It has reached us, and a person is looking at it. You need not pay again: we will ${isEmailed ? 'write to' : 'call'} you as soon as we have decided.`,
      }
    case 'returned':
      return {
        heading: 'Your payment is on its way back to you',
        text: `${returnReason(paid)} The money goes back to your card in full. Banks usually show it within 5 to 10 days, and you do not need to do anything.`,
      }
    case 'unpaid':
      return {
        heading: canPay ? `Your ${isMove ? 'move' : 'booking'} is not paid yet` : 'The payment did not go through',
        text: `Nothing has been charged. ${canPay ? unpaidText(paid) : 'Please write to us or call, and we will see what we can do.'}`,
      }
    case 'cancelled':
      return {
        heading: 'This booking has been cancelled',
        text: `It was paid, and has been cancelled since. ${isEmailed ? 'Our email says what goes back to you.' : 'Please call us, and we will tell you what goes back to you.'}`,
      }
  }
}

function unpaidText({ kind, payUntil }: Paid): string {
  const until = payUntil ? ` until ${payUntil}` : ''
  return kind === 'vehicle' ? `You can pay this quote${until}.` : `Your places are kept for you${until}.`
}

function returnReason({ kind, returnReason: reason }: Paid): string {
  const isMove = kind === 'vehicle'
  switch (reason) {
    case 'paid_twice':
      return `You had already paid for this ${isMove ? 'move' : 'journey'}, and that payment stays as it is.`
    case 'not_as_agreed':
      return 'This payment was not for the amount that we had agreed, so nothing was booked with it.'
    case 'departure_cancelled':
      return 'We are sorry: it reached us after we had had to cancel this departure.'
    default:
      return isMove
        ? 'We are sorry: it reached us when this quote could no longer be paid.'
        : 'We are sorry: it reached us after your places had been released, and they are no longer free.'
  }
}
