import fc from 'fast-check'
import { expect, test } from 'vitest'
import { provideSessionStorage } from '../../../../tests/support/session-storage.ts'
import { messagesOf } from '#web/lib/form-issues.ts'
import { checkEnquiry, keepDraft, readAbout, startDraft, withAbout } from './enquiry-draft.ts'

const NOBODY = { id: null, name: null, email: null }
const ADA = { id: 'user_7', name: 'Ada Traveller', email: 'ada@example.test' }

provideSessionStorage()

test('a visitor begins with an empty form, a signed-in person with name and email', () => {
  expect(startDraft(NOBODY, '').fields).toEqual({ name: '', email: '', phone: '', subject: '', message: '' })
  expect(startDraft(ADA, '').fields).toMatchObject({ name: ADA.name, email: ADA.email })
})

test('what was typed comes back with its key after a reload, even if its writer has signed in since', () => {
  const draft = startDraft(NOBODY, '')
  keepDraft({ ...draft, fields: { ...draft.fields, name: 'A. T.', message: 'Half a sent' } })
  expect(startDraft(NOBODY, '')).toMatchObject({ key: draft.key, fields: { name: 'A. T.', message: 'Half a sent' } })
  expect(startDraft(ADA, '').fields).toMatchObject({ name: 'A. T.', email: ADA.email, message: 'Half a sent' })
})

test('forgets what someone else typed in this tab', () => {
  const draft = startDraft(ADA, '')
  keepDraft({ ...draft, fields: { ...draft.fields, message: 'Something private' } })
  for (const other of [NOBODY, { ...ADA, id: 'user_8' }, ADA]) expect(startDraft(other, '').fields.message).toBe('')
})

test.each([
  'null',
  '[]',
  '"x"',
  '7',
  '{',
  '{"key":1}',
  '{"key":"k","owner":"","fields":null}',
  '{"key":"k","owner":"","fields":{"name":{}}}',
])('starts a form whatever the storage contains (%s)', (text) => {
  sessionStorage.setItem('enquiry', text)
  expect(startDraft(NOBODY, '').fields.name).toBe('')
})

test('a page that led here sets the subject and the first line; what was chosen and typed stays', () => {
  expect(startDraft(NOBODY, 'Cordless Drill').fields).toMatchObject({ subject: 'Tool Hire', message: 'About: Cordless Drill\n\n' })
  const draft = startDraft(NOBODY, '')
  keepDraft({ ...draft, fields: { ...draft.fields, subject: 'Tours', message: 'Is May warm?' } })
  expect(startDraft(NOBODY, 'Sander').fields).toMatchObject({ subject: 'Tours', message: 'About: Sander\n\nIs May warm?' })
})

test('the line appears once, and gives way to the next one if it is alone', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\w ]{1,20}$/), fc.stringMatching(/^[\w ]{1,20}$/), fc.string(), (first, second, text) => {
      const once = withAbout(text, first)
      expect(withAbout(once, first)).toBe(once)
      expect(once.endsWith(text) || /^(About:|$)/.test(text)).toBe(true)
      expect(withAbout(withAbout('', first), second)).toBe(`About: ${second}\n\n`)
    }),
  )
})

test('what the address names becomes one short line', () => {
  const about = (text: string) => readAbout(new URLSearchParams({ about: text }))
  expect(about(' Cordless\r\nDrill ')).toBe('Cordless Drill')
  expect(about('x'.repeat(500))).toHaveLength(100)
  expect(readAbout(new URLSearchParams())).toBe('')
})

test('the issues are those of the schema, one for each field', () => {
  const { fields, ...draft } = startDraft(NOBODY, '')
  expect(messagesOf(checkEnquiry({ ...draft, fields }))).toEqual({
    name: 'Name is required',
    email: 'Email is required',
    subject: 'Please choose a topic',
    message: 'Message is required',
  })
  const right = { name: 'Ada', email: 'ada@example.test', phone: '', subject: 'Tours', message: 'Is May warm in Japan?' }
  expect(messagesOf(checkEnquiry({ ...draft, fields: right }))).toEqual({})
})

test('the line that was put into the message for the visitor is not yet a message', () => {
  const draft = startDraft(ADA, 'Cordless Drill')
  expect(messagesOf(checkEnquiry(draft))).toEqual({ message: 'Message is required' })
  const message = `${draft.fields.message}Is it free on Saturday?`
  expect(messagesOf(checkEnquiry({ ...draft, fields: { ...draft.fields, message } }))).toEqual({})
})
