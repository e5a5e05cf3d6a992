import { MAX_TOUR_PICTURES } from '#shared/tours/staff.ts'
import { Panel } from '#web/components/panel.tsx'
import { redescribed } from './draft-pictures.ts'
import { PictureList } from './picture-list.tsx'
import type { SectionProps } from './tour-form.ts'

export function PictureSection({ form }: SectionProps) {
  return (
    <Panel title="Pictures">
      <p className="mb-3 text-ink-soft">The first one is the cover. Each needs a description for people who can’t see it.</p>
      <PictureList
        pictures={form.values.images}
        most={MAX_TOUR_PICTURES}
        onChange={(images) => form.adopt((now) => ({ images: images(now.images) }))}
        onDescribed={(picture) => form.adopt((now) => redescribed(now, picture))}
      />
    </Panel>
  )
}
