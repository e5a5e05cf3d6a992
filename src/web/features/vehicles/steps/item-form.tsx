import { Plus } from 'lucide-react'
import { Button } from '#web/components/button.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { useCheckedFields } from '#web/components/use-checked-fields.ts'
import { ITEM_FIELDS, type Item, type ItemField, type Photo } from '#web/features/vehicles/draft/wizard-draft.ts'
import { PhotoPicker } from '#web/features/vehicles/photos/photo-picker.tsx'
import { itemIssues } from './wizard-issues.ts'

type Props = {
  item: Item
  /** How many items are on the list. */
  listed: number
  refusals: string[]
  onChange: (field: ItemField, value: string) => void
  onAdd: () => void
  onAddedByTouch: () => void
  onChoosePhotos: (files: File[]) => void
  onRemovePhoto: (photo: Photo) => void
}

const SIZE = { type: 'number', inputMode: 'decimal', min: 0, step: 'any', required: true, autoComplete: 'off' } as const

/** Describes one item; 'Add Item' puts it on the list. */
export function ItemForm({ item, listed, refusals, onChange, onAdd, onAddedByTouch, onChoosePhotos, onRemovePhoto }: Props) {
  const { form, bind, checkAll, forget } = useCheckedFields<ItemField>({
    names: ITEM_FIELDS,
    values: item,
    issues: itemIssues(item, listed),
    onChange,
  })
  return (
    <form
      ref={form}
      noValidate
      aria-label="Add an item"
      onSubmit={(event) => {
        event.preventDefault()
        if (!checkAll()) return
        forget()
        onAdd()
        // Where there is a keyboard the next item is typed at once; on a phone its keyboard would hide the list.
        if (window.matchMedia('(pointer: fine)').matches) form.current?.querySelector<HTMLElement>('[name="name"]')?.focus()
        else onAddedByTouch()
      }}
      className="grid gap-4 rounded-card border border-line p-4 sm:p-5"
    >
      <TextField {...bind('name')} label="Item name" required maxLength={100} autoComplete="off" placeholder="Two-seat sofa" />
      <div className="grid grid-cols-3 gap-3">
        <TextField {...bind('length')} {...SIZE} label="Length (cm)" />
        <TextField {...bind('width')} {...SIZE} label="Width (cm)" />
        <TextField {...bind('height')} {...SIZE} label="Height (cm)" />
      </div>
      <PhotoPicker photos={item.photos} refusals={refusals} onChoose={onChoosePhotos} onRemove={onRemovePhoto} />
      <Button type="submit" variant="secondary" className="w-full sm:w-auto sm:justify-self-start">
        <Plus aria-hidden="true" className="size-5" />
        Add Item
      </Button>
    </form>
  )
}
