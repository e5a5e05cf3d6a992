import { expect, test } from 'vitest'
import { consoleLeaks, overBudget, type Script } from './byte-budgets.ts'

const script = (name: string, bytes: number, imports: string[] = [], kind: Partial<Script> = {}): Script => ({
  name,
  bytes,
  imports,
  isEntry: false,
  isPage: false,
  isSignedIn: false,
  isConsole: false,
  ...kind,
})
const budgets = { entry: 100, page: 60, signedInPage: 61, consolePage: 62 }

const scripts = [
  script('react', 70),
  script('index', 30, ['react'], { isEntry: true }),
  script('query', 40, ['react', 'dates']),
  script('dates', 10, ['query']),
  script('tours-page', 10, ['index', 'query'], { isPage: true }),
  script('bookings-page', 11, ['query'], { isPage: true, isSignedIn: true }),
  script('quotes-page', 12, ['query'], { isPage: true, isConsole: true }),
]

test('a page weighs what it imports, once, and without what the entry has loaded', () => {
  expect(overBudget(scripts, budgets)).toEqual([])
  expect(overBudget(scripts, { entry: 99, page: 59, signedInPage: 60, consolePage: 61 })).toEqual([
    'the entry loads 100 bytes of script as gzip: at most 99 are agreed.',
    'tours-page loads 60 bytes of script as gzip: at most 59 are agreed.',
    'bookings-page loads 61 bytes of script as gzip: at most 60 are agreed.',
    'quotes-page loads 62 bytes of script as gzip: at most 61 are agreed.',
  ])
})

test('no page of the travellers loads anything of the staff console, by whatever way', () => {
  const palette = script('palette', 20, [], { isConsole: true })
  const desk = script('people-page', 10, ['query', 'palette'], { isPage: true, isConsole: true })
  expect(consoleLeaks([...scripts, palette, desk])).toEqual([])
  const led = scripts.map((each) => (each.name === 'dates' ? { ...each, imports: ['query', 'palette'] } : each))
  expect(consoleLeaks([...led, palette, desk])).toEqual([
    'tours-page loads palette, which belongs to the staff console.',
    'bookings-page loads palette, which belongs to the staff console.',
  ])
})
