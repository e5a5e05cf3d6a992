import { expect, test } from 'vitest'
import { messagesOf } from '#web/lib/form-issues.ts'
import { FIELDS, PICTURES } from '../../../../../../tests/support/staff-tour-fields.ts'
import { checkDraft, toDraft } from './tour-draft.ts'

test('what is opened and saved untouched is the same', () => {
  expect(checkDraft(toDraft(FIELDS, PICTURES))).toEqual({ success: true, data: FIELDS })
  const dates = { ...FIELDS, runs: { kind: 'dates' as const, dates: ['2027-03-01'] }, facts: {}, leastGroup: 4 }
  expect(checkDraft(toDraft(dates, PICTURES))).toEqual({ success: true, data: dates })
})

test('what is wrong is named by the part that is typed into', () => {
  const draft = toDraft(FIELDS, PICTURES)
  const messages = messagesOf(
    checkDraft({
      ...draft,
      name: ' ',
      basePrice: 'much',
      refundPolicy: { ...draft.refundPolicy, fullRefundDays: '3' },
      leastGroup: '20',
      facts: { ...draft.facts, startTime: 'noon', included: `Tea\n${'x'.repeat(201)}` },
      runs: { kind: 'rules', rules: [], also: [], except: [] },
      itinerary: draft.itinerary.map((day) => ({ ...day, title: '', activities: 'y'.repeat(201) })),
    }),
  )
  expect(Object.keys(messages).toSorted()).toEqual([
    'basePrice',
    'facts.included',
    'facts.startTime',
    'itinerary.0.activities',
    'itinerary.0.title',
    'name',
    'refundPolicy.partialRefundDays',
    'runs.rules',
  ])
})
