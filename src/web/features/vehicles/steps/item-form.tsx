import { Plus } from 'lucide-react'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'
import type { Item, ItemField, Photo } from '#web/features/vehicles/draft/wizard-draft.ts'
import { PhotoPicker } from '#web/features/vehicles/photos/photo-picker.tsx'
import { ReadyItems } from './ready-items.tsx'
import { checkItem } from './step-checks.ts'
import { useDraftForm } from './use-draft-form.ts'

type Props = {
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
export function ItemForm({ item, listed, refusals, onChange, onAdd, onAddedByTouch, onChoosePhotos, onRemovePhoto }: Props) {
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
