import type { StaffPicture } from '#shared/tours/staff-pictures.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { Picture } from '#web/components/picture.tsx'

type Props = { pictures: readonly StaffPicture[]; onClose: () => void; onChosen: (picture: StaffPicture) => void }

export function PictureChooser({ pictures, onClose, onChosen }: Props) {
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
