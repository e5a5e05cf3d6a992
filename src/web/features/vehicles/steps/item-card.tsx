import { Trash2 } from 'lucide-react'
import { useId } from 'react'
import { dimensionsText } from '#shared/vehicles/items.ts'
import { Button } from '#web/components/button.tsx'
import { PhotoTile } from '#web/features/vehicles/photos/photo-tile.tsx'
import { sizeOf, type Item } from '#web/features/vehicles/draft/wizard-draft.ts'

/** Without `onRemove` the item is read-only. */
export function ItemCard({ item, onRemove }: { item: Item; onRemove?: () => void }) {
  const id = useId()
  return (
    <li className="grid gap-3 rounded-field border border-line bg-paper px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p id={id} className="min-w-0 wrap-anywhere">
          <span className="font-semibold">{item.name}</span>
          <span className="block text-sm text-ink-soft tabular-nums">{dimensionsText(sizeOf(item)).replaceAll('x', ' × ')}</span>
        </p>
        {onRemove && (
          <Button variant="quiet" size="small" aria-describedby={id} onClick={onRemove} className="-mr-3 min-h-11">
            <Trash2 aria-hidden="true" className="size-4" />
            Remove
          </Button>
        )}
      </div>
      {item.photos.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {item.photos.map((photo) => (
            <PhotoTile key={photo.id} photo={photo} />
          ))}
        </div>
      )}
    </li>
  )
}
