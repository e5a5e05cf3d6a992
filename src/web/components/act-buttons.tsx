import type { ComponentProps } from 'react'
import { Button } from './button.tsx'

type Props = Omit<ComponentProps<typeof Button>, 'type' | 'size' | 'className'> & {
  onKeep: () => void
  keep?: string
  /** Which button gets the initial focus; neither if the dialog has a field for it. */
  first?: 'keep' | 'act' | undefined
}

/** Footer of a console dialog that performs an action: a way back and the action's button, which submits a form if it names one. */
export function ActButtons({ onKeep, keep = 'Back', first, ...act }: Props) {
  return (
    <>
      <Button variant="secondary" size="small" className="min-h-11" data-first={first === 'keep' || undefined} onClick={onKeep}>
        {keep}
      </Button>
      <Button {...act} type={act.form ? 'submit' : 'button'} size="small" className="min-h-11" data-first={first === 'act' || undefined} />
    </>
  )
}
