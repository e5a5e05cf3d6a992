import {
  changeCodeBodySchema,
  newCampaignBodySchema,
  newCodeBodySchema,
  type ChangeCodeBody,
  type NewCampaignBody,
  type NewCodeBody,
  type StaffCode,
} from '#shared/codes/staff.ts'
import { centsToDecimal } from '#shared/money.ts'
import { typedCents, typedWhole } from '#shared/typed-numbers.ts'
import type { useKeptForm } from '#web/components/use-kept-form.ts'
import { withReadings } from '#web/lib/amounts.ts'
import type { Checked } from '#web/lib/form-issues.ts'

/** As typed. Named like the body’s fields, so that the server’s errors appear beside them. */
export interface CodeValues {
  /** Only for a code. */
  text: string
  /** These three only for a campaign. */
  name: string
  prefix: string
  count: string
  gives: { kind: StaffCode['gives']['kind']; percent: string; amountCents: string; extraId: string }
  currency: string
  leastSpendCents: string
  usableFrom: string
  usableTo: string
  travelFrom: string
  travelTo: string
  tourIds: string[]
  optionIds: string[] | null
  isOncePerPerson: boolean
  mostUses: string
  isActive: boolean
}

export type Subject = { kind: 'code' } | { kind: 'campaign' } | { kind: 'change'; code: StaffCode }

export type CodeBody = NewCodeBody | ChangeCodeBody | NewCampaignBody
export type CodeForm = ReturnType<typeof useKeptForm<CodeValues, CodeBody>>

const NEW: CodeValues = {
  text: '',
  name: '',
  prefix: '',
  count: '',
  gives: { kind: 'percent', percent: '', amountCents: '', extraId: '' },
  currency: '',
  leastSpendCents: '',
  usableFrom: '',
  usableTo: '',
  travelFrom: '',
  travelTo: '',
  tourIds: [],
  optionIds: null,
  isOncePerPerson: false,
  mostUses: '',
  isActive: true,
}

export function startOf(subject: Subject): CodeValues {
  if (subject.kind !== 'change') return NEW
  const { gives, ...code } = subject.code
  return {
    ...NEW,
    text: code.text,
    gives: {
      kind: gives.kind,
      percent: gives.kind === 'percent' ? String(gives.percent) : '',
      amountCents: gives.kind === 'amount' ? centsToDecimal(gives.amountCents) : '',
      extraId: gives.kind === 'extra' ? gives.extraId : '',
    },
    currency: code.currency ?? '',
    leastSpendCents: code.leastSpendCents === 0 ? '' : centsToDecimal(code.leastSpendCents),
    usableFrom: code.usableFrom ?? '',
    usableTo: code.usableTo ?? '',
    travelFrom: code.travelFrom ?? '',
    travelTo: code.travelTo ?? '',
    tourIds: code.tourIds ?? [],
    optionIds: code.optionIds,
    isOncePerPerson: code.isOncePerPerson,
    mostUses: code.mostUses === null ? '' : String(code.mostUses),
    isActive: code.isActive,
  }
}

/** `id` is for a new code. */
export function checkCode(subject: Subject, id: string, values: CodeValues): Checked<CodeBody> {
  return withReadings<CodeBody>(checked(subject, id, values), values, /Cents$/, values.currency)
}

function checked(subject: Subject, id: string, values: CodeValues): Checked<CodeBody> {
  const terms = termsOf(values)
  if (subject.kind === 'change') return changeCodeBodySchema.safeParse({ version: subject.code.version, ...terms })
  if (subject.kind === 'code') return newCodeBodySchema.safeParse({ id, text: values.text, ...terms })
  const { name, prefix, count } = values
  return newCampaignBodySchema.safeParse({ name, prefix, count: typedWhole(count), ...terms, mostUses: null })
}

/** Whether any limit is set. The tours of an extra don’t count, since they’re shown with it. */
export function hasLimits(values: CodeValues): boolean {
  const { leastSpendCents, usableFrom, usableTo, travelFrom, travelTo, tourIds, optionIds, isOncePerPerson, mostUses } = values
  const typed = [leastSpendCents, usableFrom, usableTo, travelFrom, travelTo, mostUses]
  return typed.some((each) => each !== '') || isOncePerPerson || optionIds !== null || (tourIds.length > 0 && values.gives.kind !== 'extra')
}

function termsOf({ gives, currency, leastSpendCents, mostUses, tourIds, optionIds, isOncePerPerson, isActive, ...values }: CodeValues) {
  const leastSpend = leastSpendCents.trim() === '' ? 0 : typedCents(leastSpendCents, currency)
  // Without an amount, a currency would only limit the code.
  const hasAmounts = gives.kind === 'amount' || leastSpend !== 0
  return {
    gives: givesOf(gives, currency),
    currency: hasAmounts && currency !== '' ? currency : null,
    leastSpendCents: leastSpend,
    usableFrom: values.usableFrom || null,
    usableTo: values.usableTo || null,
    travelFrom: values.travelFrom || null,
    travelTo: values.travelTo || null,
    tourIds: tourIds.length === 0 ? null : tourIds,
    optionIds,
    isOncePerPerson,
    mostUses: mostUses.trim() === '' ? null : typedWhole(mostUses),
    isActive,
  }
}

function givesOf({ kind, percent, amountCents, extraId }: CodeValues['gives'], currency: string) {
  if (kind === 'percent') return { kind, percent: typedWhole(percent.replace('%', '')) }
  return kind === 'amount' ? { kind, amountCents: typedCents(amountCents, currency) } : { kind, extraId }
}
