import { Copy, Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { brand } from '#shared/brand.ts'
import { Button } from '#web/components/button.tsx'
import { getSession } from '#web/lib/session.ts'

/** Shows recovery codes, which are never shown again. `onKept` is called when the user confirms having saved them. */
export function RecoveryCodeList({ codes, onKept }: { codes: string[]; onKept: () => void }) {
  const [told, setTold] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  // The focused element has disappeared, and nothing is more important now.
  useEffect(() => heading.current?.focus(), [])

  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setTold('Codes copied.'),
      () => setTold('We couldn’t copy the codes. Please write them down.'),
    )

  return (
    <div className="max-w-xl">
      <h3 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
        Save your recovery codes
      </h3>
      <p className="mt-1.5 max-w-text text-ink-soft">
        If you lose your phone, each of these codes lets you sign in once. Keep them somewhere safe: we won’t show them again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="mt-4 grid gap-x-8 gap-y-1 rounded-card border border-line bg-cream p-[min(1.25rem,5vw)] font-semibold tracking-wide tabular-nums grid-cols-[repeat(auto-fit,minmax(min(18.5rem,100%),1fr))]"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" size="small" className="min-h-11" onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-4" />
          Copy
        </Button>
        <Button variant="secondary" size="small" className="min-h-11" onClick={() => saveFile(codes)}>
          <Download aria-hidden="true" className="size-4" />
          Download
        </Button>
        <Button size="small" className="min-h-11" onClick={onKept}>
          I’ve saved them
        </Button>
      </div>
      <p role="status" className="text-sm font-medium text-sea-deep not-empty:mt-3">
        {told}
      </p>
    </div>
  )
}

function saveFile(codes: string[]): void {
  const text = `${brand.name}: recovery codes for ${getSession().email}. Each works once.\n\n${codes.join('\n')}\n`
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  Object.assign(document.createElement('a'), { href: address, download: `${brand.name.toLowerCase()}-recovery-codes.txt` }).click()
  // The browser must have started reading it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
