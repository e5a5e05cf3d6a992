import type { StaffCode } from '#shared/codes/staff.ts'
import { QuestionDialog } from '#web/components/question-dialog.tsx'

type Props = { code: StaffCode; onSwitch: (isActive: boolean) => void; onClose: () => void }

/** Asks before all codes of a campaign are switched off or on; `code` is one of them. */
export function SwitchCampaign({ code: { campaign, ofCampaign }, onSwitch, onClose }: Props) {
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
