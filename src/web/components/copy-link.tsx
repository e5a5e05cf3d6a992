import { Check, Copy } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'

type Props = {
  url: string
  variant?: 'primary' | 'secondary'
  children?: ReactNode
}

export function CopyLink({ url, variant = 'primary', children }: Props) {
  const [told, setTold] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setTold('Link copied'),
      // Without clipboard permission the link can still be selected.
      () => setTold('Couldn’t copy. Please select the link and copy it'),
    )
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <Button size="small" variant={variant} className="min-h-11" onClick={() => void copy()}>
        {told === 'Link copied' ? <Check aria-hidden="true" className="size-4" /> : <Copy aria-hidden="true" className="size-4" />} Copy
        link
      </Button>
      {children}
      <p role="status" className="text-sm text-ink-soft">
        {told}
      </p>
    </div>
  )
}
