import { useQuery } from '@tanstack/react-query'
import { CalendarDays, Copy, Eye, EyeOff, Rocket } from 'lucide-react'
import { Link } from 'react-router'
import { consolePages } from '#shared/pages.ts'
import { isAmongChoices } from '#shared/tours/choices.ts'
import { getTourChoices } from '#shared/tours/search-calls.ts'
import type { StaffTourDetails } from '#shared/tours/staff.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { queryOf } from '#web/lib/ask.ts'
import { ChangeList } from './tour-changes.tsx'

/** Actions on a tour other than editing it. */
export type TourAct = 'publish' | 'deactivate' | 'duplicate'

type Props = {
  tour: StaffTourDetails
  isDirty: boolean
  canEdit: boolean
  previewPath: string
  onAct: (act: TourAct) => void
}

const SHOWN_CHANGES = 8

export function TourPanel({ tour, isDirty, canEdit, previewPath, onAct }: Props) {
  const { status, changes } = tour
  const { data: choices } = useQuery({ ...queryOf(getTourChoices, {}, { retry: false }), enabled: status === 'published' })
  const isInNoChoice = choices !== undefined && !isAmongChoices(tour.fields.destination, choices)
  return (
    <div className="grid gap-5">
      <Panel title="This tour">
        <div className="grid gap-2">
          <ButtonLink to={previewPath} variant="secondary" size="small" className="min-h-11">
            <Eye aria-hidden="true" className="size-4.5" /> Preview
          </ButtonLink>
          <ButtonLink
            to={`${consolePages.departures}?tour=${encodeURIComponent(tour.id)}`}
            variant="secondary"
            size="small"
            className="min-h-11"
          >
            <CalendarDays aria-hidden="true" className="size-4.5" /> Departures
          </ButtonLink>
          {canEdit && (
            <>
              {status === 'published' ? (
                <Button variant="secondary" size="small" className="min-h-11" disabled={isDirty} onClick={() => onAct('deactivate')}>
                  <EyeOff aria-hidden="true" className="size-4.5" /> Unpublish
                </Button>
              ) : (
                <Button size="small" className="min-h-11" disabled={isDirty} onClick={() => onAct('publish')}>
                  <Rocket aria-hidden="true" className="size-4.5" /> Publish
                </Button>
              )}
              <Button variant="quiet" size="small" className="min-h-11" disabled={isDirty} onClick={() => onAct('duplicate')}>
                <Copy aria-hidden="true" className="size-4.5" /> Duplicate as a draft
              </Button>
              {isDirty && <p className="text-xs text-ink-soft">Save or discard your changes first.</p>}
            </>
          )}
          {!canEdit && <p className="text-xs text-ink-soft">Only managers can edit and publish tours.</p>}
          {isInNoChoice && (
            <p className="text-sm text-ink-soft">
              None of the search’s destinations leads to this tour. Administrators can{' '}
              <Link to={consolePages.settings} className="text-link">
                offer all places on sale
              </Link>
              .
            </p>
          )}
        </div>
      </Panel>
      {changes.length > 0 && (
        <Panel title="Changes">
          <ChangeList changes={changes.slice(0, SHOWN_CHANGES)} />
        </Panel>
      )}
    </div>
  )
}
