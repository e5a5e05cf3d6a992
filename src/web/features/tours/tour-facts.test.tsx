import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { TourInclusions, TourPracticalities } from './tour-facts.tsx'
import type { TourResponse } from './tour-view.tsx'

const lists = { included: [], notIncluded: [], guideLanguages: [] }

function textOf(facts: TourResponse['facts']): string {
  const tour = { id: 't1', facts }
  const markup = renderToStaticMarkup(
    <>
      <TourPracticalities tour={tour} />
      <TourInclusions tour={tour} />
    </>,
  )
  return markup
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

test('a fact that nobody has written down is not shown, nor is its name', () => {
  expect(textOf(undefined)).toBe('')
  expect(textOf(lists)).toBe('')
  expect(textOf({ ...lists, leastAge: 0 })).toBe('')
  expect(textOf({ ...lists, leastAge: 0, startTime: '07:15' })).toBe('Good to Know Local start time 07:15')
  expect(textOf({ ...lists, notIncluded: ['Flights'] })).toBe('What’s Included Not included Flights')
})

test('facts are said in words', () => {
  const facts = {
    ...lists,
    startTime: '09:30',
    difficulty: 'demanding' as const,
    leastAge: 12,
    guideLanguages: ['English', 'French', 'Thai'],
  }
  expect(textOf({ ...facts, meetingPoint: 'Kyoto station', included: ['Tea'] })).toBe(
    'Good to Know Meeting point Kyoto station Local start time 09:30 Difficulty Challenging Suitable from Age 12 and over ' +
      'Guided in English, French and Thai What’s Included Included Tea',
  )
})
