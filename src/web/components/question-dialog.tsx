import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type Props = { title: string; yes: string; no: string; onYes: () => void; onNo: () => void; children: ReactNode }

/** A small yes-or-no dialog; closing it means no. */
export function QuestionDialog({ title, yes, no, onYes, onNo, children }: Props) {
  return (
    <Dialog
      isOpen
      onClose={onNo}
      title={title}
      size="small"
      footer={
        <>
          <Button variant="secondary" onClick={onNo}>
            {no}
          </Button>
          <Button onClick={onYes}>{yes}</Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
