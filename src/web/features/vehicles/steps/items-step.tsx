import { useRef } from 'react'
import type { Draft, ItemField, Photo } from '#web/features/vehicles/draft/wizard-draft.ts'
import { ItemCard } from './item-card.tsx'
import { ItemForm } from './item-form.tsx'

type Props = {
  draft: Draft
  refusals: string[]
  onChangeItem: (field: ItemField, value: string) => void
  onAdd: () => void
  onRemove: (itemId: string) => void
  onChoosePhotos: (files: File[]) => void
  onRemovePhoto: (photo: Photo) => void
}

/** Step 4: what is to be moved. The list may stay empty. */
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
