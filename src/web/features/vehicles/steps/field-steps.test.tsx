import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ContactStep, type ContactAccount } from './field-steps.tsx'

const ADA = { name: 'Ada', email: 'ada@example.test' }
const ignore = async () => {}
const field = (name: string) => ({ name, ref: ignore, onBlur: ignore, onChange: ignore, error: undefined })

function hint(typedEmail: string, account: ContactAccount | undefined): string {
  const page = renderToStaticMarkup(
    <ContactStep field={field as never} typedEmail={typedEmail} account={account} onUseAccount={() => undefined} />,
  )
  return /(We’ll send your quote here\.|Until you confirm[^<]*)/.exec(page)?.[0] ?? ''
}

test('an unconfirmed account is told that its quote goes to its own address, not to the contact’s', () => {
  expect(hint('movers@example.test', { ...ADA, isConfirmed: false })).toBe(
    'Until you confirm your email address in Settings, we’ll send your quote to ada@example.test.',
  )
})

test.each([
  ['a confirmed account', 'movers@example.test', { ...ADA, isConfirmed: true }],
  ['the account’s own address', ' ADA@example.test ', { ...ADA, isConfirmed: false }],
  ['a server that has not said', 'movers@example.test', { ...ADA, isConfirmed: undefined }],
  ['nobody signed in', 'movers@example.test', undefined],
])('with %s the quote is said to go where the field says', (_, typed, account) => {
  expect(hint(typed, account)).toBe('We’ll send your quote here.')
})
