import { useEffect, useState } from 'react'
import { PHOTO_UNREADABLE } from '#shared/photos.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { CropArea } from './crop-area.tsx'
import { cropOf, MIDDLE } from './crop-geometry.ts'
import { useUploadPicture } from './api/upload-picture.ts'

type Props = { file: File; onClose: () => void; onSaved: () => void }

/** Lets the user choose the square of a photo that becomes their picture; the server crops it. */
export function CropDialog({ file, onClose, onSaved }: Props) {
  const [choice, setChoice] = useState(MIDDLE)
  const { address, image, hasFailed } = useImage(file)
  const saving = useUploadPicture(onSaved)
  const failure = hasFailed ? PHOTO_UNREADABLE : saving.isError ? messageOf(saving.error, SAVING_FAILED, NO_RESPONSE) : ''

  return (
    <Dialog
      isOpen
      size="small"
      title="Your new photo"
      onClose={() => !saving.isPending && onClose()}
      footer={
        <>
          <Button variant="secondary" disabled={saving.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button isBusy={saving.isPending} disabled={!image} onClick={() => image && saving.mutate({ file, crop: cropOf(image, choice) })}>
            {saving.isPending ? 'Saving...' : 'Save photo'}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {failure !== '' && <Alert>{failure}</Alert>}
        <p className="text-ink-soft">Drag the photo until it looks right in the circle.</p>
        {image && <CropArea address={address} image={image} choice={choice} isDisabled={saving.isPending} onChange={setChoice} />}
      </div>
    </Dialog>
  )
}

const SAVING_FAILED = 'We couldn’t save the photo. Please try again.'

/** Returns the decoded file, rotated according to its EXIF data. */
function useImage(file: File) {
  const [loaded, setLoaded] = useState<{ address: string; image?: { width: number; height: number }; hasFailed?: boolean }>({ address: '' })
  useEffect(() => {
    const address = URL.createObjectURL(file)
    const picture = new Image()
    picture.addEventListener('load', () => {
      setLoaded({ address, image: { width: picture.naturalWidth, height: picture.naturalHeight } })
    })
    picture.addEventListener('error', () => setLoaded({ address, hasFailed: true }))
    picture.src = address
    return () => URL.revokeObjectURL(address)
  }, [file])
  return loaded
}
