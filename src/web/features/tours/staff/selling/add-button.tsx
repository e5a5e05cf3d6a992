import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/components/button.tsx'

type Props = { isFull?: boolean; onAdd: () => void; children: ReactNode }

export function AddButton({ isFull = false, onAdd, children }: Props) {
  return (
    <Button variant="secondary" size="small" className="justify-self-start in-disabled:hidden" disabled={isFull} onClick={onAdd}>
      <Plus aria-hidden="true" className="size-4" /> {children}
    </Button>
  )
}
