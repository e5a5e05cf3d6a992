import type { ReactNode } from 'react'
import { Button } from '#web/components/button.tsx'

export function Chosen({ label, onChange, children }: { label: string; onChange: () => void; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-field border border-line bg-cream px-4 py-3">
      <div className="min-w-0 wrap-anywhere">{children}</div>
      <Button variant="quiet" size="small" className="-mx-4" aria-label={`Change the ${label}`} onClick={onChange}>
        Change
      </Button>
    </div>
  )
}
