import { expect, test } from 'vitest'
import { enquiryBodySchema } from '#shared/enquiries/public.ts'
import { contactSchema } from '#shared/vehicles/requests.ts'
import { emailSchema } from './public.ts'
import { comparedAddress } from './email-addresses.ts'

const ENQUIRY = { key: '0123456789abcdef', name: 'Ada', subject: 'Tours', message: 'Is anybody there?' }

const CONTACT = { name: 'Ada', phone: '2079460958', address: '12 Carrier Street', dropaddress: '3 Mill Lane, Cambridge' }

const ACCEPTED: [string, string][] = [
  ["o'brien&sons/a=b+c@example.test", "o'brien&sons/a=b+c@example.test"],
  ['o’brien@example.test', "o'brien@example.test"],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@BU\u0308CHER.example', 'ada@xn--bcher-kva.example'],
  ['ada@bücher。example', 'ada@xn--bcher-kva.example'],
  ['Ada@xn--bcher-kva.example', 'Ada@xn--bcher-kva.example'],
  ['ada@пример.рф', 'ada@xn--e1afmkfd.xn--p1ai'],
  ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
  ['ada@faß.de', 'ada@xn--fa-hia.de'],
  ['Ada@Example.TEST', 'Ada@Example.TEST'],
]

test.each(ACCEPTED)('the address %s is written to at %s, in every field', (typed, written) => {
  expect(emailSchema.parse(typed)).toBe(written)
  expect(enquiryBodySchema.parse({ ...ENQUIRY, email: typed }).email).toBe(written)
  expect(contactSchema.parse({ ...CONTACT, email: typed }).email).toBe(written)
})

test.each([
  'a..b@x.test',
  '.a@x.test',
  'a.@x.test',
  'ada@x',
  'ada@-x.test',
  'ada@x.test/path',
  'ada@bücher.example/path',
  'ada@bücher.example:25',
  'ada@bü cher.example',
  'ada@bücher@x.test',
  'ada@[127.0.0.1]',
  'ada@1.2.3.4',
  'ada@１.２.３.４',
  'müller@example.test',
  '"a b"@x.test',
  'ada@b.c0m',
  'ada,bo@x.test',
  'ada<bo@x.test',
])('no mail can be sent to %s', (typed) => {
  expect(emailSchema.safeParse(typed).success).toBe(false)
})

test('addresses are compared in any case and with a translated domain', () => {
  expect(comparedAddress('ADA@Bücher.example')).toBe(comparedAddress('ada@XN--BCHER-KVA.example'))
})
