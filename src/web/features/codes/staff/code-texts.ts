import type { StaffCode } from '#shared/codes/staff.ts'
import { longDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'

/** "10 % off", "$5.00 off", "free: bike". */
export function givesText({ gives, currency }: Pick<StaffCode, 'gives' | 'currency'>): string {
  if (gives.kind === 'percent') return `${gives.percent}% off`
  if (gives.kind === 'extra') return `free: ${gives.extraId}`
  // The server keeps no amount without its currency.
  return currency === null ? '' : `${formatMoney({ cents: gives.amountCents, currency })} off`
}

/** "3 of 10", or "12" if there is no limit. */
export function usesText({ uses, mostUses }: Pick<StaffCode, 'uses' | 'mostUses'>): string {
  return mostUses === null ? uses.toLocaleString('en-GB') : `${uses.toLocaleString('en-GB')} of ${mostUses.toLocaleString('en-GB')}`
}

/** "at any time", "from 1 Dec 2026", "until 31 Dec 2026", "1 Dec 2026 – 31 Dec 2026". */
function daysText(from: string | null, to: string | null): string {
  if (from !== null && to !== null) return from === to ? longDay(from) : `${longDay(from)} – ${longDay(to)}`
  if (from !== null) return `from ${longDay(from)}`
  return to === null ? 'at any time' : `until ${longDay(to)}`
}

/** "12 of 500 used", and how many are off if that is not all or none. */
export function campaignText({ codes, used, active }: NonNullable<StaffCode['ofCampaign']>): string {
  const inNumbers = (many: number) => many.toLocaleString('en-GB')
  const off = active > 0 && active < codes ? `, ${inNumbers(codes - active)} switched off` : ''
  return `${inNumbers(used)} of ${inNumbers(codes)} used${off}`
}

type Limits = Pick<
  StaffCode,
  'usableFrom' | 'usableTo' | 'travelFrom' | 'travelTo' | 'optionIds' | 'leastSpendCents' | 'currency' | 'isOncePerPerson'
>

/** When and for what it can be used, and what else it asks for. `tours` names the tours, "all tours", and `options` those that it is for. */
export function limitsText(code: Limits, tours: string, options: readonly string[] = []): string {
  const { usableFrom, usableTo, travelFrom, travelTo, optionIds, leastSpendCents, currency, isOncePerPerson } = code
  return [
    `Valid ${daysText(usableFrom, usableTo)}`,
    `for ${tours}`,
    ...(travelFrom === null && travelTo === null ? [] : [`departures ${daysText(travelFrom, travelTo)}`]),
    ...(optionIds === null ? [] : [options.length === 0 ? 'some options only' : `only ${options.join(' or ')}`]),
    ...(leastSpendCents > 0 && currency !== null ? [`minimum spend ${formatMoney({ cents: leastSpendCents, currency }, 'if any')}`] : []),
    ...(isOncePerPerson ? ['one use per person'] : []),
  ].join(', ')
}
