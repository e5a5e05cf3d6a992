import { Plus, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { dimensionsText } from '#shared/vehicles/items.ts'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { sizeOf, type Draft, type Item, type ItemField, type Photo } from '#web/features/vehicles/draft/wizard-draft.ts'
import { PhotoPicker, PhotoTile } from '#web/features/vehicles/photos.tsx'
import { checkItem } from './step-checks.ts'
import { useDraftForm } from './step-form.tsx'

type Props = {
  draft: Draft
  refusals: string[]
  onChangeItem: (field: ItemField, value: string) => void
  onAdd: () => void
  onRemove: (itemId: string) => void
  onChoosePhotos: (files: File[]) => void
  onRemovePhoto: (photo: Photo) => void
}

/** Step 4: the items to move, if any. */
export function ItemsStep({ draft, refusals, onChangeItem, onAdd, onRemove, onChoosePhotos, onRemovePhoto }: Props) {
  const { items, newItem } = draft
  const heading = useRef<HTMLHeadingElement>(null)
  const showList = () => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'center' })
  }
  return (
    <div className="grid gap-6">
      <ItemForm
        item={newItem}
        listed={items.length}
        refusals={refusals}
        onChange={onChangeItem}
        onAdd={onAdd}
        onAddedByTouch={showList}
        onChoosePhotos={onChoosePhotos}
        onRemovePhoto={onRemovePhoto}
      />
      <section aria-labelledby="item-list">
        <h3 id="item-list" ref={heading} tabIndex={-1} className="mb-3 text-lg outline-none">
          Your items <span className="font-sans font-normal text-ink-soft">({items.length})</span>
        </h3>
        {items.length === 0 ? (
          <p className="rounded-field bg-sand px-4 py-3 text-ink-soft">
            No items yet. You can continue without them, but a list helps us send the right vehicle.
          </p>
        ) : (
          <ul className="grid gap-3">
            {items.map((item) => (
              <ItemCard
                key={item.id}
                item={item}
                onRemove={() => {
                  onRemove(item.id)
                  heading.current?.focus({ preventScroll: true })
                }}
              />
            ))}
          </ul>
        )}
        <p role="status" className="sr-only">
          {items.length === 1 ? '1 item listed' : `${items.length} items listed`}
        </p>
      </section>
    </div>
  )
}

type FormProps = {
  item: Item
  listed: number
  refusals: string[]
  onChange: (field: ItemField, value: string) => void
  onAdd: () => void
  onAddedByTouch: () => void
  onChoosePhotos: (files: File[]) => void
  onRemovePhoto: (photo: Photo) => void
}

const EMPTY = { name: '', length: '', width: '', height: '' }
// Not type=number: some browsers silently change what a German types there.
const SIZE = { inputMode: 'decimal', required: true, autoComplete: 'off' } as const

/** Describes an item; 'Add Item' puts it on the list. */
function ItemForm({ item, listed, refusals, onChange, onAdd, onAddedByTouch, onChoosePhotos, onRemovePhoto }: FormProps) {
  const { name, length, width, height } = item
  const { props, field, reset } = useDraftForm<Record<ItemField, string>>({
    start: { name, length, width, height },
    check: (typed) => checkItem(typed, listed),
    onChange: (values, changed) => onChange(changed, values[changed]),
    send: () => {
      // With a physical keyboard the next item can be typed at once; on a phone the on-screen keyboard would hide the list. The focus moves
      // first, because a field that is left empty shows an error.
      if (window.matchMedia('(pointer: fine)').matches) props.ref.current?.querySelector<HTMLElement>('[name="name"]')?.focus()
      else onAddedByTouch()
      onAdd()
      reset(EMPTY)
    },
  })
  return (
    <form {...props} aria-label="Add an item" className="grid gap-4 rounded-card border border-line p-4 sm:p-5">
      <ReadyItems
        onChoose={(ready) => {
          for (const [part, value] of Object.entries(ready)) onChange(part as ItemField, value)
        }}
      />
      <TextField {...field('name')} label="Item name" required maxLength={100} autoComplete="off" placeholder="Two-seater sofa" />
      <div className="grid grid-cols-3 gap-3">
        <TextField {...field('length')} {...SIZE} label="Length (cm)" />
        <TextField {...field('width')} {...SIZE} label="Width (cm)" />
        <TextField {...field('height')} {...SIZE} label="Height (cm)" />
      </div>
      <PhotoPicker photos={item.photos} refusals={refusals} onChoose={onChoosePhotos} onRemove={onRemovePhoto} />
      <Button type="submit" variant="secondary" className="w-full sm:w-auto sm:justify-self-start">
        <Plus aria-hidden="true" className="size-5" />
        Add Item
      </Button>
    </form>
  )
}

/** Common items with typical outer dimensions in cm (length, width, height), as a starting point to be corrected. */
export const USUAL_ITEMS: readonly (readonly [name: string, length: number, width: number, height: number])[] = [
  ['Two-seater sofa', 170, 90, 85],
  ['Double bed', 200, 150, 60],
  ['Wardrobe', 120, 60, 200],
  ['Dining table', 160, 90, 75],
  ['Washing machine', 60, 60, 85],
  ['Moving box', 46, 46, 46],
  ['Three-seater sofa', 220, 95, 85],
  ['Armchair', 90, 85, 95],
  ['Single bed', 200, 100, 60],
  ['Mattress', 190, 135, 25],
  ['Chest of drawers', 100, 50, 90],
  ['Bookcase', 80, 30, 200],
  ['Desk', 140, 70, 75],
  ['Chair', 50, 50, 95],
  ['Fridge-freezer', 60, 65, 180],
  ['Television', 125, 15, 75],
  ['Bicycle', 180, 60, 110],
  ['Suitcase', 75, 50, 30],
]

const FIRST = 6

const pill = 'min-h-11 rounded-pill border border-line-strong/60 bg-paper px-4 text-sm font-medium hover:border-ink hover:bg-sand'

function ReadyItems({ onChoose }: { onChoose: (item: Record<ItemField, string>) => void }) {
  const [isLong, setIsLong] = useState(false)
  return (
    <div role="group" aria-label="Common items" className="flex flex-wrap items-center gap-2">
      <span className="w-full text-sm text-ink-soft">Choose a common item, or describe your own:</span>
      {USUAL_ITEMS.slice(0, isLong ? undefined : FIRST).map(([name, length, width, height]) => (
        <button
          key={name}
          type="button"
          onClick={() => onChoose({ name, length: `${length}`, width: `${width}`, height: `${height}` })}
          className={pill}
        >
          {name}
        </button>
      ))}
      <button type="button" aria-expanded={isLong} onClick={() => setIsLong(!isLong)} className="text-link min-h-11 px-2 text-sm">
        {isLong ? 'Fewer items' : 'More items'}
      </button>
    </div>
  )
}

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
