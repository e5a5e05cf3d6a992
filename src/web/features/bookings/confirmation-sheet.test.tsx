import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { addDays, localToday, longDay } from '#shared/dates.ts'
import { ConfirmationSheet } from './confirmation-sheet.tsx'

const startsOn = addDays(localToday(), 40)
const BOOKING = {
  id: 'b1',
  status: 'confirmed',
  travelDate: startsOn,
  numberOfPeople: 2,
  meetingPoint: 'The harbour, "Old Quay"',
  startTime: '09:30',
  days: ['The old town', 'The sea'],
  refundPolicy: { fullRefundDays: 14, partialRefundDays: 7, partialRefundPercentage: 50 },
}

function textOf(booking: typeof BOOKING | { id: string }): string {
  const sheet = <ConfirmationSheet confirmation={{ booking, travellers: [] }}>{null}</ConfirmationSheet>
  return renderToStaticMarkup(<MemoryRouter>{sheet}</MemoryRouter>)
    .replaceAll(/<[^>]+>/g, '|')
    .replaceAll('&quot;', '"')
    .replaceAll(/\|+/g, '|')
}

it('shows where and when to be, for how many, until when cancelling is free, and what happens on which day', () => {
  const text = textOf(BOOKING)
  expect(text).toContain('|Meeting point|The harbour, "Old Quay"|')
  expect(text).toContain('|Local start time|09:30|')
  expect(text).toContain('|Guests|2|')
  expect(text).toContain(`|Cancellation|Free cancellation until ${longDay(addDays(startsOn, -14))}.|`)
  expect(text).toContain('|Day by day|Day 1|The old town|Day 2|The sea|')
})

it('leaves out missing facts, and the refund policy of a cancelled booking', () => {
  expect(textOf({ id: 'b1' })).not.toMatch(/Meeting point|start time|Cancellation|Day by day/)
  expect(textOf({ ...BOOKING, status: 'cancelled' })).not.toContain('Free cancellation')
})
