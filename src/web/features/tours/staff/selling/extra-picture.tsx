import type { StaffPicture } from '#shared/tours/staff-pictures.ts'
import { PictureList } from '../editor/picture-list.tsx'
import type { ExtraDraft } from './selling-draft.ts'
import type { SellingForm } from './selling-form.ts'

type Props = { form: SellingForm; extra: ExtraDraft; pictures: readonly StaffPicture[] }

/** The one picture that an extra may have: of the tour, of another extra, or uploaded. */
export function ExtraPicture({ form, extra, pictures }: Props) {
  const ofExtras = form.values.extras.flatMap(({ picture }) => picture ?? [])
  const others = new Map([...pictures, ...ofExtras].map((picture) => [picture.id, picture]))
  if (extra.picture) others.delete(extra.picture.id)
  const change = (changed: (now: ExtraDraft) => StaffPicture | null) =>
    form.arrange(({ extras }) => ({ extras: extras.map((each) => ({ ...each, picture: changed(each) })) }))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-semibold">
        Picture <span className="font-normal text-ink-soft">(optional)</span>
      </legend>
      <PictureList
        pictures={extra.picture ? [extra.picture] : []}
        most={1}
        others={[...others.values()]}
        onChange={(pictureOf) =>
          change((now) => (now.row === extra.row ? (pictureOf(now.picture ? [now.picture] : []).at(-1) ?? null) : now.picture))
        }
        onDescribed={(picture) => change((now) => (now.picture?.id === picture.id ? picture : now.picture))}
      />
    </fieldset>
  )
}
