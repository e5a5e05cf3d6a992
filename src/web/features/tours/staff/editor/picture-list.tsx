import { ImagePlus, Images } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState, type ChangeEvent } from 'react'
import { PHOTO_TYPES } from '#shared/photos.ts'
import { uploadPicture } from '#shared/tours/picture-calls.ts'
import type { StaffPicture } from '#shared/tours/staff-pictures.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { Picture } from '#web/components/picture.tsx'
import { messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { classNames } from '#web/lib/class-names.ts'
import { exactResponseOf } from '#web/lib/ask.ts'
import { photoRefusal, postForm } from '#web/lib/uploads.ts'
import { useCall } from '#web/lib/use-call.ts'
import { DropLine, Grip, moved, OrderButtons, useReordering } from './reordering.tsx'

/** Seldom opened. */
const PictureDialog = lazy(async () => ({ default: (await import('./picture-dialog.tsx')).PictureDialog }))

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
        <Suspense fallback={null}>
          <PictureDialog
            picture={opened}
            onClose={() => setOpened(undefined)}
            onDone={(changed) => {
              if (changed.id === opened.id) onDescribed(changed)
              else onChange((now) => now.map((picture) => (picture.id === opened.id ? changed : picture)))
              setOpened(undefined)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

type PictureEntryProps = {
  picture: StaffPicture
  /** Identifies the list in which the entry can be dragged. */
  list: string
  at: number
  count: number
  onOpen: () => void
  onMove: (to: number) => void
  onRemove: () => void
}

function PictureEntry({ picture, list, at, count, onOpen, onMove, onRemove }: PictureEntryProps) {
  const { place, dragged, edge, isDragged } = useReordering({ list, at, axis: 'horizontal', onMove })
  return (
    <li ref={place} className={classNames('relative overflow-hidden rounded-field border border-line', isDragged && 'opacity-50')}>
      <DropLine edge={edge} />
      <div ref={dragged} className="relative cursor-grab active:cursor-grabbing in-disabled:cursor-auto">
        {/* Otherwise the browser would drag the image instead of the entry. */}
        <Picture picture={picture} alt="" sizes="200px" className="aspect-4/3" imageClassName="pointer-events-none" />
        <Grip className="absolute top-2 right-2 size-8 rounded-field bg-paper/90" />
      </div>
      <div className="px-2 pt-2">
        <button
          type="button"
          onClick={onOpen}
          className="line-clamp-2 min-h-11 w-full text-left text-xs underline-offset-2 hover:underline"
        >
          <span className="sr-only">Edit picture {at + 1}: </span>
          {picture.alt || <span className="font-semibold text-sun-deep">No description yet</span>}
        </button>
      </div>
      <OrderButtons what={`picture ${at + 1}`} at={at} count={count} onMove={onMove} onRemove={onRemove} />
    </li>
  )
}

type PictureChooserProps = { pictures: readonly StaffPicture[]; onClose: () => void; onChosen: (picture: StaffPicture) => void }

function PictureChooser({ pictures, onClose, onChosen }: PictureChooserProps) {
  return (
    <Dialog isOpen onClose={onClose} title="Choose a picture" size="large">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {pictures.map((picture) => (
          <li key={picture.id}>
            <button
              type="button"
              onClick={() => onChosen(picture)}
              className="flex h-full w-full flex-col overflow-hidden rounded-field border border-line text-left hover:border-coral-deep hover:bg-cream"
            >
              <Picture picture={picture} alt="" sizes="(min-width: 40rem) 220px, 45vw" className="aspect-3/2 w-full" />
              <span className="p-2 text-xs">{picture.alt || <span className="font-semibold text-sun-deep">No description yet</span>}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Uploads a file; the server returns it in all sizes, not yet described. */
async function upload(file: File): Promise<StaffPicture> {
  const form = new FormData()
  form.append('alt', '')
  // The file goes last: the server only reads fields that precede it.
  form.append('file', file, file.name)
  return (await exactResponseOf(uploadPicture.returns, postForm(uploadPicture.path, form))).picture
}
