import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { z } from 'zod/mini'
import { moneyOf } from '#shared/cancellations/figured-money.ts'
import { cancellationFiguresSchema, type CancellationFigures } from '#shared/cancellations/figures.ts'
import { cancelDepartureBodySchema } from '#shared/cancellations/staff.ts'
import { formatMoney } from '#shared/money.ts'
import { cancelDeparture, previewCancellation } from '#shared/tours/departure-calls.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Dialog } from '#web/components/dialog.tsx'
import { ActButtons, KeptNote } from '#web/components/form-dialog.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { TextArea } from '#web/components/text-field.tsx'
import { useKeptForm } from '#web/components/use-kept-form.ts'
import { ask, queryOf } from '#web/lib/ask.ts'
import { CallError, messageOf, NO_RESPONSE } from '#web/lib/call-error.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { cancellationQuery } from './cancellation-progress.tsx'
import { seatsText } from './departure-state.tsx'

type Props = {
  departureId: string
  /** For example "Tokyo and Mount Fuji on 1 Mar 2027". */
  name: string
  onClose: () => void
  onDone: () => void
}

/**
 * Cancels a departure. Shows first how many bookings, people and checkouts are affected and how much will be refunded, and asks for a
 * reason.
 */
export function CancelDialog({ departureId, name, onClose, onDone }: Props) {
  const client = useQueryClient()
  const params = { id: departureId }
  const query = queryOf(
    previewCancellation,
    { params },
    { key: [...consoleKey('departures'), 'figures', departureId], staleTime: 0, refetchOnWindowFocus: true },
  )
  const { data: figures, error, isFetching, refetch } = useQuery({ ...query, gcTime: 0 })
  const form = useKeptForm<{ reason: string }, { reason: string; seen: CancellationFigures }>({
    keepAs: `departure ${departureId}`,
    start: { reason: '' },
    check: ({ reason }) => cancelDepartureBodySchema.safeParse({ reason, seen: figures }),
    send: async (body) => {
      try {
        const cancellation = await ask(cancelDeparture, { params, body })
        // If the figures had changed, nothing else is refetched: the refusal brings the new ones.
        client.setQueryData(cancellationQuery(departureId).queryKey, cancellation)
        void client.invalidateQueries({ queryKey: consoleKey('departures') })
        form.forget()
        onDone()
        return undefined
      } catch (failure) {
        const now = newFigures(failure)
        if (!now) throw failure
        client.setQueryData(query.queryKey, now)
        return messageOf(failure, 'The figures have changed.')
      }
    },
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Cancel departure"
      footer={
        <ActButtons onKeep={onClose} keep="Keep the departure" form="cancel" variant="danger" disabled={!figures} isBusy={form.isBusy}>
          {figures && figures.refunds.length > 0 ? `Cancel and refund ${sumsText(figures.refunds)}` : 'Cancel the departure'}
        </ActButtons>
      }
    >
      {error && !figures && (
        <Alert
          title="We couldn’t load what cancelling would do"
          action={
            <Button size="small" variant="secondary" isBusy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          }
        >
          {messageOf(error, 'Something went wrong on our side.', NO_RESPONSE)}
        </Alert>
      )}
      {!figures && !error && <Skeleton className="h-48" />}
      {figures && (
        <form {...form.props} id="cancel" className="space-y-4">
          <KeptNote {...form.kept} />
          {form.alert && <Alert kind="warning">{form.alert}</Alert>}
          <p>{name} will not run.</p>
          <Figures figures={figures} />
          <ul className="list-disc space-y-1 pl-5">
            {consequences(figures).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <TextArea {...form.field('reason')} data-first autoFocus label="Reason (sent to customers)" rows={3} maxLength={1000} />
        </form>
      )}
    </Dialog>
  )
}

const refusalSchema = z.object({ figures: cancellationFiguresSchema })

/** Returns the current figures from a refusal caused by figures that had changed. */
function newFigures(failure: unknown): CancellationFigures | undefined {
  if (!(failure instanceof CallError) || failure.code !== 'figures_changed') return undefined
  return refusalSchema.safeParse(failure.body).data?.figures
}

function Figures({ figures: { bookings, people, holds, refunds } }: { figures: CancellationFigures }) {
  return (
    <dl className="grid grid-cols-3 gap-3 rounded-card bg-sand p-4 sm:grid-cols-[auto_auto_auto_1fr] sm:gap-x-8">
      <Figure name="Bookings">{bookings}</Figure>
      <Figure name="People">{people}</Figure>
      <Figure name="Holds">{holds}</Figure>
      <Figure name="Refunds" className="max-sm:col-span-3 sm:text-right">
        {refunds.length === 0 ? 'None' : sumsText(refunds)}
      </Figure>
    </dl>
  )
}

function Figure({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt className="text-xs text-ink-soft">{name}</dt>
      <dd className="font-display text-xl font-semibold tabular-nums">{children}</dd>
    </div>
  )
}

/** "$1,200 and £300": one sum per currency. */
export function sumsText(refunds: CancellationFigures['refunds']): string {
  return refunds.map((refund) => formatMoney(moneyOf(refund), 'if any')).join(' and ')
}

/** Describes what cancelling the departure does, one line per consequence. */
export function consequences(figures: CancellationFigures): string[] {
  const { bookings, people, holds, heldSeats, reservations = 0, reservedSeats = 0, withoutAddress = 0, refunds } = figures
  const lines: string[] = []
  if (bookings > 0) {
    const who = bookings === 1 ? '1 booking will be' : `${bookings} bookings will be`
    const travellers = people === 1 ? '1 traveller' : `${people} travellers`
    lines.push(`${who} cancelled (${travellers}), and the customers will be emailed your reason.`)
  }
  if (refunds.length > 0) lines.push(`${sumsText(refunds)} will be refunded in full to the cards used.`)
  else if (bookings > 0) lines.push('Nothing to refund: everything has already been refunded.')
  if (reservations > 0) {
    const ended = reservations === 1 ? '1 unpaid reservation will end' : `${reservations} unpaid reservations will end`
    lines.push(`${ended} (${seatsText(reservedSeats)}), and the customers will be notified.`)
  }
  const open = holds - reservations
  if (open > 0) {
    const ended = open === 1 ? '1 open checkout will end' : `${open} open checkouts will end`
    lines.push(
      `${ended} (${seatsText(heldSeats - reservedSeats)}), and the customers will be notified. Any payment that still arrives will be refunded.`,
    )
  }
  if (withoutAddress > 0) {
    const who = withoutAddress === 1 ? '1 of them has no email address' : `${withoutAddress} of them have no email address`
    lines.push(`${who}: you’ll see next who to call.`)
  }
  if (bookings + holds === 0) lines.push('There are no bookings, so no emails are sent and nothing is refunded.')
  lines.push('This date will no longer be on sale. You can’t undo this.')
  return lines
}
