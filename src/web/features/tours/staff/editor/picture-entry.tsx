import type { StaffPicture } from '#shared/tours/staff-pictures.ts'
import { Picture } from '#web/components/picture.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { DropLine, Grip } from './drag-marks.tsx'
import { OrderButtons } from './order-buttons.tsx'
import { useReordering } from './use-reordering.ts'

type Props = {
  picture: StaffPicture
  /** Identifies the list in which the entry can be dragged. */
  list: string
  at: number
  count: number
  onOpen: () => void
  onMove: (to: number) => void
  onRemove: () => void
}

export function PictureEntry({ picture, list, at, count, onOpen, onMove, onRemove }: Props) {
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
