import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import type { OptionProps } from './option-props.ts'
import { shareable } from './seats.ts'

/** No id has a capital. */
const OWN = 'OWN'

/** How many seats an option has: its own, or those of another option at the same time. */
export function SeatFields({ form, at, option, onChange }: OptionProps) {
  const { options } = form.values
  const others = shareable(options, option)
  const isShared = option.sharesWith !== ''
  const seats = !isShared && (
    <TextField {...form.field(`options.${at}.seats`)} label="Seats" inputMode="numeric" autoComplete="off" hint="Per start time." />
  )
  if (others.length === 0) return seats
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_6rem] items-start gap-3">
      <SelectField
        label="Seats used"
        className={isShared ? 'col-span-2' : ''}
        options={[
          { value: OWN, label: 'Its own' },
          ...others.map(({ key, name }) => ({ value: key, label: `Shared with ${name.trim() || `option ${numberOf(key)}`}` })),
        ]}
        value={option.sharesWith || OWN}
        onValueChange={(sharesWith) => onChange({ sharesWith: sharesWith === OWN ? '' : sharesWith })}
        hint={isShared ? 'Booking either option uses a seat from both.' : undefined}
      />
      {seats}
    </div>
  )

  function numberOf(key: string): number {
    return options.findIndex((each) => each.key === key) + 1
  }
}
