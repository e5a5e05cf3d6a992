import { ImagePlus, Images } from 'lucide-react'
import { useId, useRef, useState, type ChangeEvent } from 'react'
import { PHOTO_TYPES } from '#shared/photos.ts'
import type { StaffPicture } from '#shared/tours/staff-pictures.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { photoRefusal } from '#web/lib/photo-refusal.ts'
import { upload } from '../api/upload-picture.ts'
import { useCall } from '#web/lib/use-call.ts'
import { moved } from './moved.ts'
import { PictureChooser } from './picture-chooser.tsx'
import { PictureDialog } from './picture-dialog.tsx'
import { PictureEntry } from './picture-entry.tsx'

type Props = {
  pictures: readonly StaffPicture[]
  most: number
  /** Pictures used elsewhere in the tour, offered for reuse. */
  others?: readonly StaffPicture[]
  /** `change` is applied to the pictures as they are at that time, because an upload takes a while. */
  onChange: (change: (now: readonly StaffPicture[]) => StaffPicture[]) => void
  /** Called when a picture's description has changed, which applies wherever it is used. */
  onDescribed: (picture: StaffPicture) => void
}

/** A list of pictures to upload or reuse, describe, crop, reorder and remove. */
export function PictureList({ pictures, most, others, onChange, onDescribed }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [opened, setOpened] = useState<StaffPicture>()
  const [isChoosing, setIsChoosing] = useState(false)
  const [refused, setRefused] = useState<string[]>([])
  /** Name of the file being uploaded, or of the last one. */
  const [sent, setSent] = useState('')
  const [said, setSaid] = useState('')
  const list = useId()
  const move = (from: number, to: number) => {
    if (to === from || to < 0 || to >= pictures.length) return
    onChange((now) => moved(now, from, to))
    setSaid(`${pictures[from]?.alt || 'The picture'} is now picture ${to + 1}.`)
  }
  const isFull = pictures.length >= most
  // One at a time: files before one that fails have already been added.
  const uploading = useCall({
    mutationFn: async (files: File[]) => {
      for (const file of files) {
        setSent(file.name)
        const added = await upload(file)
        onChange((now) => [...now, added])
      }
    },
  })
  const onFiles = (event: ChangeEvent<HTMLInputElement>) => {
    const chosen = Array.from(event.target.files ?? [])
    event.target.value = ''
    const room = most - pictures.length
    const [files, leftOut] = [chosen.slice(0, room), chosen.slice(room).map(({ name }) => name)]
    const refusals = files.flatMap((file) => photoRefusal(file) ?? [])
    setRefused([
      ...refusals,
      ...(leftOut.length > 0
        ? [`There is room for ${most === 1 ? 'one picture' : `${most} pictures`} here. Left out: ${leftOut.join(', ')}`]
        : []),
    ])
    uploading.reset()
    if (files.length > 0 && refusals.length === 0) uploading.mutate(files)
  }
  return (
    <>
      {refused.length > 0 && <Alert className="mb-3 wrap-anywhere">{refused.join(' ')}</Alert>}
      {uploading.isError && (
        <Alert className="mb-3">
          {sent}: {messageOf(uploading.error, 'We couldn’t add the picture.', NO_RESPONSE)}
        </Alert>
      )}
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] gap-3 empty:hidden">
        {pictures.map((picture, at) => (
          <PictureEntry
            key={picture.id}
            picture={picture}
            list={list}
            at={at}
            count={pictures.length}
            onOpen={() => setOpened(picture)}
            onMove={(to) => move(at, to)}
            onRemove={() => onChange((now) => now.filter(({ id }) => id !== picture.id))}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      <input
        ref={input}
        type="file"
        accept={PHOTO_TYPES.join(',')}
        multiple={most > 1}
        hidden
        onChange={onFiles}
        aria-label="Pictures to add"
      />
      <div className="mt-3 flex flex-wrap gap-3">
        {others && others.length > 0 && (
          <Button variant="secondary" size="small" disabled={isFull} onClick={() => setIsChoosing(true)}>
            <Images aria-hidden="true" className="size-4" /> Choose from this tour
          </Button>
        )}
        <Button variant="secondary" size="small" isBusy={uploading.isPending} disabled={isFull} onClick={() => input.current?.click()}>
          <ImagePlus aria-hidden="true" className="size-4" /> {most === 1 ? 'Add a picture' : 'Add pictures'}
        </Button>
      </div>
      {isChoosing && others && (
        <PictureChooser
          pictures={others}
          onClose={() => setIsChoosing(false)}
          onChosen={(picture) => {
            onChange((now) => [...now, picture])
            setIsChoosing(false)
          }}
        />
      )}
      {opened && (
        <PictureDialog
          picture={opened}
          onClose={() => setOpened(undefined)}
          onDone={(changed) => {
            if (changed.id === opened.id) onDescribed(changed)
            else onChange((now) => now.map((picture) => (picture.id === opened.id ? changed : picture)))
            setOpened(undefined)
          }}
        />
      )}
    </>
  )
}
