import { Share2 } from 'lucide-react'
import { Button } from '#web/components/button.tsx'
import { CopyLink } from '#web/components/copy-link.tsx'
import { TextField } from '#web/components/text-field.tsx'

/** A new link, shown only once because only its hash is stored. */
export function NewGuideLink({ url, title }: { url: string; title: string }) {
  // The promise rejects when the user closes the share dialog, which is not an error.
  const share = () => navigator.share({ title, url }).catch(() => undefined)
  return (
    <div className="mt-4 rounded-field border border-line bg-sand p-3">
      <TextField
        className="mb-3"
        label="New link"
        hint="Copy or share it now: you won’t see it again."
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <CopyLink url={url}>
        {typeof navigator.share === 'function' && (
          <Button variant="secondary" size="small" className="min-h-11" onClick={() => void share()}>
            <Share2 aria-hidden="true" className="size-4" /> Share
          </Button>
        )}
      </CopyLink>
    </div>
  )
}
