import { describe, expect, it } from 'vitest'
import { MAX_GUESTS } from '#shared/payments/public.ts'
import { choiceAskedFor, defaultChoice, departureError, NO_SUCH_DAY, restoreChoice, totalGuests, withGuest } from './trip-choice.ts'

const today = '2026-11-02'

describe('the choice of guests and date', () => {
  it('starts with one adult today', () => {
    expect(defaultChoice(today)).toEqual({ adults: 1, children: 0, infants: 0, date: today })
  })

  it('never counts below 0', () => {
    const nobody = withGuest(withGuest(defaultChoice(today), 'adults', -1), 'adults', -1)
    expect(nobody.adults).toBe(0)
    expect(totalGuests(nobody)).toBe(0)
  })

  it('never counts above what a checkout accepts', () => {
    const many = { adults: 1, children: MAX_GUESTS - 2, infants: 0, date: today }
    const full = withGuest(many, 'infants', 1)
    expect(totalGuests(full)).toBe(MAX_GUESTS)
    expect(withGuest(full, 'adults', 1)).toEqual(full)
    expect(withGuest(full, 'adults', -1).adults).toBe(0)
  })

  it('needs a date of today or later that a checkout accepts', () => {
    expect(departureError('', today)).toBe('Please choose a departure date')
    expect(departureError('2026-11-01', today)).toBe('Please choose today or a later date')
    expect(departureError('20270-01-01', today)).toBe('Please choose a valid date')
    expect(departureError(today, today)).toBeUndefined()
    expect(departureError('2028-11-02', today)).toBeUndefined()
    expect(departureError('2028-11-03', today)).toBe('Please choose a date up to 2 Nov 2028')
  })

  it('counts children and infants as guests', () => {
    expect(totalGuests({ adults: 2, children: 1, infants: 1, date: today })).toBe(4)
  })

  it('survives the way to the hosted checkout and back', () => {
    const choice = { adults: 2, children: 1, infants: 0, date: '2026-12-24' }
    expect(restoreChoice(choice, today)).toEqual(choice)
  })

  it.each(['2026-10-01', '2028-11-03'])('moves %s, which is not on sale, to today and keeps the guests', (date) => {
    const kept = { adults: 3, children: 0, infants: 0, date }
    expect(restoreChoice(kept, today)).toEqual({ adults: 3, children: 0, infants: 0, date: today })
  })

  it.each([null, '', 7, [], { adults: -1 }, { adults: '2', children: 0, infants: 0 }])('is the default for %j', (kept) => {
    expect(restoreChoice(kept, today)).toEqual(defaultChoice(today))
  })
})

describe('what a search has asked for', () => {
  const kept = { adults: 1, children: 1, infants: 0, date: '2026-12-24' }
  const asked = (query: string) => choiceAskedFor(new URLSearchParams(query), kept)

  it('comes along: the day, and as many adults', () => {
    expect(asked('date=2026-12-01&guests=2')).toEqual({ adults: 2, children: 0, infants: 0, date: '2026-12-01' })
    expect(asked('guests=3')).toEqual({ ...kept, adults: 3, children: 0 })
    expect(asked('date=2026-12-01')).toEqual({ ...kept, date: '2026-12-01' })
  })

  it.each([
    ['date=2020-01-01', 'Please choose today or a later date'],
    ['date=2026-11-01', 'Please choose today or a later date'],
    ['date=2028-11-03', 'Please choose a date up to 2 Nov 2028'],
    ['date=2027-02-30', 'Please choose a valid date'],
    ['date=x&guests=x', 'Please choose a valid date'],
  ])('of %s tells why it cannot be had, and offers no other day in its place', (query, error) => {
    expect(departureError(asked(query).date, today)).toBe(error)
    expect(asked(query)).toMatchObject({ adults: 1, children: 1, infants: 0 })
  })

  it('is no day once the browser has kept it: today is offered again', () => {
    expect(restoreChoice({ ...kept, date: NO_SUCH_DAY }, today)).toEqual({ ...kept, date: today })
  })

  it.each(['', 'guests=0', 'guests=-1', 'guests=1.5', `guests=${MAX_GUESTS + 1}`])('changes nothing for %j', (query) =>
    expect(asked(query)).toEqual(kept),
  )
})
