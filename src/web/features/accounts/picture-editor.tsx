import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { removeOwnPhoto } from '#shared/accounts/own-calls.ts'
import { PHOTO_TYPES } from '#shared/photos.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button, buttonClass } from '#web/components/button.tsx'
import { ask } from '#web/lib/ask.ts'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { photoRefusal } from '#web/lib/uploads.ts'
import { useSession } from '#web/lib/session.ts'
import { useCall } from '#web/lib/use-call.ts'
import { Avatar } from './avatar.tsx'
import { CropDialog } from './crop-dialog.tsx'
import { accountQuery, shown } from './own-account.ts'

export function PictureEditor() {
  const { name, profileImage } = useSession()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File>()
  const [refusal, setRefusal] = useState('')
  const [said, setSaid] = useState('')
  const removing = useRemovePicture(() => {
    setSaid('Photo removed')
    // The button that was pressed has disappeared.
    input.current?.focus()
  })
  const failure = refusal || (removing.isError ? messageOf(removing.error, REMOVING_FAILED, NO_RESPONSE) : '')

  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Avatar name={name} image={profileImage} className="size-24 text-3xl!" />
        <div className="min-w-0 flex-1 basis-60">
          <div className="flex flex-wrap gap-3">
            <label
              htmlFor={id}
              className={buttonClass({
                variant: 'secondary',
                size: 'small',
                className:
                  'min-h-11 cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-coral-deep',
              })}
            >
              {profileImage ? 'Change photo' : 'Add a photo'}
              <input
                ref={input}
                id={id}
                type="file"
                accept={PHOTO_TYPES.join(',')}
                aria-describedby={`${id}-hint`}
                className="sr-only"
                onChange={(event) => {
                  const [chosen] = event.target.files ?? []
                  // Lets the same file be chosen again.
                  event.target.value = ''
                  if (!chosen) return
                  const reason = photoRefusal(chosen)
                  setRefusal(reason ?? '')
                  setSaid('')
                  removing.reset()
                  if (!reason) setFile(chosen)
                }}
              />
            </label>
            {profileImage && (
              <Button variant="quiet" size="small" className="min-h-11" isBusy={removing.isPending} onClick={() => removing.mutate()}>
                Remove photo
              </Button>
            )}
          </div>
          <p id={`${id}-hint`} className="mt-2 text-sm text-ink-soft">
            JPEG, PNG or WebP, up to 10 MB.
          </p>
        </div>
      </div>
      {failure !== '' && <Alert className="mt-4">{failure}</Alert>}
      <p role="status" className="text-sm font-medium text-sea-deep not-empty:mt-3">
        {said}
      </p>
      {file && (
        <CropDialog
          file={file}
          onClose={() => setFile(undefined)}
          onSaved={() => {
            setFile(undefined)
            setSaid('Photo saved')
          }}
        />
      )}
    </div>
  )
}

const REMOVING_FAILED = 'We couldn’t remove the photo. Please try again.'

function useRemovePicture(onRemoved: () => void) {
  const client = useQueryClient()
  return useCall({
    mutationFn: () => shown(ask(removeOwnPhoto, {})),
    onSuccess: (account) => {
      client.setQueryData(accountQuery.queryKey, account)
      onRemoved()
    },
  })
}
