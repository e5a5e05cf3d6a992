import type { TourStatus } from '#shared/tours/staff.ts'
import { Mark, type Tone } from '#web/components/mark.tsx'

const LOOKS: Record<TourStatus, { name: string; tone: Tone }> = {
  published: { name: 'Published', tone: 'good' },
  draft: { name: 'Draft', tone: 'waiting' },
  off: { name: 'Unpublished', tone: 'quiet' },
}

export function tourStatusName(status: TourStatus): string {
  return LOOKS[status].name
}

export function TourStatusMark({ status }: { status: TourStatus }) {
  const { name, tone } = LOOKS[status]
  return <Mark tone={tone}>{name}</Mark>
}
