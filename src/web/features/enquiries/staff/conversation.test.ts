import { expect, test } from 'vitest'
import { replyAddress } from './conversation.tsx'

const enquiry = { name: 'Ada', email: 'ada@example.test', subject: 'Tours', message: 'Is it free?\nIn May & June?' }

test('a reply is addressed to the writer and quotes the enquiry', () => {
  const address = new URL(replyAddress(enquiry))
  expect(decodeURIComponent(address.pathname)).toBe('ada@example.test')
  expect(address.searchParams.get('subject')).toMatch(/^Your enquiry to .+: Tours$/)
  expect(address.searchParams.get('body')).toContain('> Is it free?\r\n> In May & June?')
})

test('no typed address adds a recipient or a header', () => {
  const address = replyAddress({ ...enquiry, email: 'ada@example.test?cc=all@example.test&bcc=b@example.test' })
  expect([...new URL(address).searchParams.keys()]).toEqual(['subject', 'body'])
})
