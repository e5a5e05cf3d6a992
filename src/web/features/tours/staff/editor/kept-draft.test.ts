import { expect, onTestFinished, test, vi } from 'vitest'
import { FIELDS, PICTURES } from '../../../../../../tests/support/staff-tour-fields.ts'
import { keptDraft } from './kept-draft.ts'
import { NO_PLACE } from './place-draft.ts'
import { toDraft } from './tour-draft.ts'

test('what was typed before days had places is found again, without one', () => {
  const draft = toDraft(FIELDS, PICTURES)
  const older = draft.itinerary.map(({ place: _place, ...day }) => day)
  vi.stubGlobal('sessionStorage', { getItem: () => JSON.stringify({ base: {}, draft: { ...draft, itinerary: older } }) })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(keptDraft('tokyo').find()?.draft).toEqual({ ...draft, itinerary: older.map((day) => ({ ...day, place: NO_PLACE })) })
})
