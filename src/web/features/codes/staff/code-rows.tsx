import { infiniteQueryOptions, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { listCodes } from '#shared/codes/staff-calls.ts'
import type { StaffCode } from '#shared/codes/staff.ts'
import { longDay } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { Button } from '#web/components/button.tsx'
import { Mark } from '#web/components/mark.tsx'
import { QuestionDialog } from '#web/components/dialog.tsx'
import { ask } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { codedTourQuery, optionsOf } from './code-tours.tsx'

const PAGE = 50
const FIRST_PAGE = ''

/** Newest first. `search` is part of a code or campaign. */
export function codesQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: [...consoleKey('codes'), 'list', search],
    queryFn: async ({ signal, pageParam }) => {
      const query = { search: search || undefined, limit: PAGE, before: pageParam === FIRST_PAGE ? undefined : pageParam }
      return ask(listCodes, { query }, signal)
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => (page.length === PAGE ? page.at(-1)?.id : undefined),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

type CodeProps = {
  code: StaffCode
  /** Undefined for users who may not change codes. */
  onChange: (() => void) | undefined
}

/** A code that belongs to no campaign, or one of a campaign’s that was searched for. */
export function CodeRow({ code, onChange }: CodeProps) {
  const { id, text, campaign, isActive } = code
  return (
    <li aria-labelledby={`code-${id}`} className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2
            id={`code-${id}`}
            tabIndex={-1}
            data-row
            data-id={id}
            className="min-w-0 font-sans text-base font-semibold tracking-normal wrap-anywhere"
          >
            {text}
          </h2>
          <Mark tone={isActive ? 'good' : 'quiet'}>{isActive ? 'Active' : 'Inactive'}</Mark>
        </div>
        <Terms code={code} />
        {campaign !== '' && <p className="text-ink-soft wrap-anywhere">Campaign: {campaign}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="tabular-nums">
          <span className="text-ink-soft">Uses:</span> {usesText(code)}
        </p>
        {onChange && (
          <Button size="small" variant="secondary" aria-label={`Change ${text}`} onClick={onChange}>
            Change
          </Button>
        )}
      </div>
    </li>
  )
}

type CampaignProps = {
  code: StaffCode
  onDownload: (() => void) | undefined
  /** Undefined for users who may not change codes. */
  onSwitch: (() => void) | undefined
}

/** A campaign, shown by one of its codes, since they’re alike. */
export function CampaignRow({ code, onDownload, onSwitch }: CampaignProps) {
  const { id, campaign, ofCampaign } = code
  const isActive = ofCampaign === null || ofCampaign.active > 0
  return (
    <li aria-labelledby={`campaign-${id}`} className="flex flex-wrap items-center gap-x-6 gap-y-3 px-4 py-4 sm:px-6">
      <div className="min-w-0 flex-1 basis-64">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2
            id={`campaign-${id}`}
            tabIndex={-1}
            data-row
            className="min-w-0 font-sans text-base font-semibold tracking-normal wrap-anywhere"
          >
            {campaign}
          </h2>
          <Mark tone="waiting">Campaign</Mark>
          <Mark tone={isActive ? 'good' : 'quiet'}>{isActive ? 'Active' : 'Inactive'}</Mark>
        </div>
        <Terms code={code} />
        <p className="text-ink-soft">Single-use codes</p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {ofCampaign && (
          <p className="tabular-nums">
            <span className="text-ink-soft">Codes:</span> {campaignText(ofCampaign)}
          </p>
        )}
        {onDownload && (
          <Button size="small" variant="secondary" aria-label={`Download codes for ${campaign}`} onClick={onDownload}>
            <Download aria-hidden="true" className="size-4.5" /> Download codes
          </Button>
        )}
        {onSwitch && (
          <Button size="small" variant="secondary" aria-label={`Switch ${isActive ? 'off' : 'on'} ${campaign}`} onClick={onSwitch}>
            Switch {isActive ? 'off' : 'on'}
          </Button>
        )}
      </div>
    </li>
  )
}

function Terms({ code }: { code: StaffCode }) {
  const { tourIds, optionIds } = code
  const [first = '', ...others] = tourIds ?? []
  const isOne = first !== '' && others.length === 0
  const { data: known } = useQuery({ ...codedTourQuery(first), enabled: isOne })
  // A disabled query still returns what’s cached.
  const data = isOne ? known : undefined
  const count = others.length + 1
  const tours = tourIds === null ? 'all tours' : (data?.name ?? (count === 1 ? '1 tour' : `${count} tours`))
  const options = data ? optionsOf([data], optionIds).filter(({ id }) => optionIds?.includes(id)) : []
  return (
    <>
      <p className="mt-0.5 font-semibold tabular-nums">{givesText(code)}</p>
      <p className="max-w-text text-ink-soft wrap-anywhere">
        {limitsText(
          code,
          tours,
          options.map(({ name }) => name),
        )}
      </p>
    </>
  )
}

type SwitchProps = { code: StaffCode; onSwitch: (isActive: boolean) => void; onClose: () => void }

/** Asks before switching all of a campaign’s codes on or off; `code` is one of them. */
export function SwitchCampaign({ code: { campaign, ofCampaign }, onSwitch, onClose }: SwitchProps) {
  if (!ofCampaign) return null
  const { codes, used, active } = ofCampaign
  const unused = (codes - used).toLocaleString('en-GB')
  const isActive = active > 0
  return (
    <QuestionDialog
      title={`Switch ${isActive ? 'off' : 'on'} ${campaign}?`}
      yes={isActive ? 'Switch off' : 'Switch on'}
      no={isActive ? 'Leave it on' : 'Leave it off'}
      onYes={() => onSwitch(!isActive)}
      onNo={onClose}
    >
      <p>
        {isActive
          ? `No one will be able to use its codes; ${unused} haven’t been used yet. Existing bookings aren’t affected.`
          : `All its codes will work again, including any you switched off individually; ${unused} haven’t been used yet.`}
      </p>
    </QuestionDialog>
  )
}

/** "10% off", "$5.00 off", "free: bike". */
export function givesText({ gives, currency }: Pick<StaffCode, 'gives' | 'currency'>): string {
  if (gives.kind === 'percent') return `${gives.percent}% off`
  if (gives.kind === 'extra') return `free: ${gives.extraId}`
  // The server requires a currency for an amount.
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

/** "12 of 500 used", and how many are switched off, unless all or none are. */
export function campaignText({ codes, used, active }: NonNullable<StaffCode['ofCampaign']>): string {
  const inNumbers = (many: number) => many.toLocaleString('en-GB')
  const off = active > 0 && active < codes ? `, ${inNumbers(codes - active)} switched off` : ''
  return `${inNumbers(used)} of ${inNumbers(codes)} used${off}`
}

type Limits = Pick<
  StaffCode,
  'usableFrom' | 'usableTo' | 'travelFrom' | 'travelTo' | 'optionIds' | 'leastSpendCents' | 'currency' | 'isOncePerPerson'
>

/** `tours` is a phrase, such as "all tours"; `options` are the names of the code’s options. */
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
