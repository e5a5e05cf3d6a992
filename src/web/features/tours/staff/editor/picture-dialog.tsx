import { useMemo, useState } from 'react'
import { callAddress } from '#web/lib/http.ts'
import { MAX_ALT_LENGTH, type Crop, type StaffPicture } from '#shared/tours/staff-pictures.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { keptValues, useKeeping } from '#web/components/kept-values.ts'
import { KeptNote } from '#web/components/kept-note.tsx'
import { Picture } from '#web/components/picture.tsx'
import { TextArea } from '#web/components/text-field.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { useCall } from '#web/lib/use-call.ts'
import { ask } from '#web/lib/ask.ts'
import { cropPicture, describePicture } from '#shared/tours/picture-calls.ts'
import { PartChooser } from './part-chooser.tsx'
import { cropOf, type Part } from './picture-geometry.ts'

type Props = {
  picture: StaffPicture
  onClose: () => void
  /** `picture` is the current version; a different crop has a different id. */
  onDone: (picture: StaffPicture) => void
}

/** The new description and the one it replaces. */
type Described = { seenAlt: string; alt: string }

export function PictureDialog({ picture, onClose, onDone }: Props) {
  const { original } = picture
  const key = `picture-1 ${picture.id}`
  const [kept, setKept] = useState(() => keptValues<Described>(key).find())
  const [alt, setAlt] = useState(kept?.value.alt ?? picture.alt)
  const isUnsent = alt !== picture.alt
  const described = useMemo(() => ({ seenAlt: kept?.value.seenAlt ?? picture.alt, alt }), [kept, picture.alt, alt])
  useKeeping(key, described, isUnsent)
  const [part, setPart] = useState<Part>()
  const crop = original && part && cropOf(original, part)
  const saving = useCall({
    mutationFn: () => change(picture, alt.trim(), crop ?? undefined),
    onSuccess: (changed) => {
      keptValues(key).forget()
      onDone(changed)
    },
  })
  const discard = () => {
    setKept(undefined)
    setAlt(picture.alt)
  }
  return (
    <Dialog
      isOpen
      onClose={() => !saving.isPending && onClose()}
      title="Edit picture"
      footer={
        <>
          <Button variant="secondary" size="small" className="min-h-11" disabled={saving.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button size="small" className="min-h-11" isBusy={saving.isPending} onClick={() => saving.mutate()}>
            Save picture
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <KeptNote
          at={isUnsent ? kept?.at : undefined}
          isOutdated={kept !== undefined && kept.value.seenAlt !== picture.alt}
          onDiscard={discard}
        />
        {saving.isError && <Alert>{messageOf(saving.error, 'We couldn’t save the picture.', NO_RESPONSE)}</Alert>}
        {original && part ? (
          <PartChooser address={callAddress(original.url)} size={original} part={part} isDisabled={saving.isPending} onChange={setPart} />
        ) : (
          <Picture picture={picture} alt="" sizes="560px" className="max-h-72 rounded-field" imageClassName="object-contain!" />
        )}
        {original && !part && (
          <Button
            variant="secondary"
            size="small"
            className="justify-self-start"
            onClick={() => setPart({ shape: 'wide', zoom: 1, across: 0.5, down: 0.5 })}
          >
            Crop it again
          </Button>
        )}
        <TextArea
          label="Description"
          rows={3}
          maxLength={MAX_ALT_LENGTH}
          value={alt}
          disabled={saving.isPending}
          onChange={(event) => setAlt(event.target.value)}
          hint="Describe the picture for people who can’t see it. This changes everywhere the picture is used."
        />
      </div>
    </Dialog>
  )
}

async function change(picture: StaffPicture, alt: string, crop: Crop | undefined): Promise<StaffPicture> {
  const shown = crop ? (await ask(cropPicture, { params: { id: picture.id }, body: crop })).picture : picture
  if (alt === shown.alt) return shown
  return (await ask(describePicture, { params: { id: shown.id }, body: { alt, seenAlt: shown.alt } })).picture
}
