import { expect, test } from 'vitest'
import { findLooseText } from './loose-text.ts'

const faultsIn = (jsx: string) => findLooseText('src/web/page.tsx', `export const page = ${jsx}`).length

test.each([
  "<p>{name}{isNew && ' (new)'}</p>",
  "<p>Sent {isNew ? ' now' : null}</p>",
  '<p>{isDone && <Check />} Copy link</p>',
  "<p>{isFrom ? 'From' : <b>Total</b>} <b>5</b></p>",
  '<button>{isBusy && <Spinner />}{children}</button>',
  "<>{isNew && 'New'}<b>5</b></>",
])('text beside what comes and goes is a fault: %s', (jsx) => {
  expect(faultsIn(jsx)).toBe(1)
})

test.each([
  "<p>{isNew && 'New'}</p>",
  "<p>{name}<span>{isNew && ' (new)'}</span></p>",
  '<p>{isDone && <Check />}<span>Copy link</span></p>',
  '<p>Copy link {isDone && <Check />}</p>',
  "<p>{isNew ? 'new' : 'old'} tours</p>",
  '<p>{isNew && <b>New</b>}\n  <b>5</b>\n</p>',
  '<button>{isBusy && <Spinner />}<span>{children}</span></button>',
])('text in an element of its own is not: %s', (jsx) => {
  expect(faultsIn(jsx)).toBe(0)
})

test('a fault is named with its line', () => {
  expect(findLooseText('src/web/page.tsx', "const a = 1\nconst page = <p>{a}{a && 'b'}</p>")[0]).toMatch(
    /^src\/web\/page\.tsx:2: text beside/,
  )
})
