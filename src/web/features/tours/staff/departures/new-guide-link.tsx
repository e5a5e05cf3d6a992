import { Check, Copy, Share2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'

/** A link that was just made: it is shown this once, since only its hash is kept. */
export function NewGuideLink({ url, title }: { url: string; title: string }) {
  const [told, setTold] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setTold('Link copied'),
      () => setTold('Please copy the link from the field'),
    )
  // Closing the device's dialog is nothing to tell of.
  const share = () => navigator.share({ title, url }).catch(() => undefined)
  return (
    <div className="mt-4 rounded-field border border-line bg-sand p-3">
      <TextField
        label="The new link"
        hint="Hand it on now: it is not shown again."
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button size="small" className="min-h-11" onClick={() => void copy()}>
          {told === 'Link copied' ? <Check aria-hidden="true" className="size-4" /> : <Copy aria-hidden="true" className="size-4" />} Copy
          link
        </Button>
        {typeof navigator.share === 'function' && (
          <Button variant="secondary" size="small" className="min-h-11" onClick={() => void share()}>
            <Share2 aria-hidden="true" className="size-4" /> Share
          </Button>
        )}
        <p role="status" className="text-sm text-ink-soft">
          {told}
        </p>
      </div>
    </div>
  )
}
