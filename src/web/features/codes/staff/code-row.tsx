import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { StaffCode } from '#shared/codes/staff.ts'
import { Button } from '#web/components/button.tsx'
import { Mark } from '#web/components/mark.tsx'
import { codedTourQuery } from './api/get-coded-tour.ts'
import { optionsOf } from './chosen-options.ts'
import { campaignText, givesText, limitsText, usesText } from './code-texts.ts'

type Props = {
  code: StaffCode
  /** Undefined for users who may not change codes. */
  onChange: (() => void) | undefined
}

/** A code of its own, or one of a campaign that was searched for. */
export function CodeRow({ code, onChange }: Props) {
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

/** A campaign, shown by the first of its codes, which are alike. */
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
  // What is cached is there although it is not asked for.
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
