import { expect, test } from 'vitest'
import { nameSchema, signupBodySchema } from './accounts/public.ts'
import { updateAccountBodySchema } from './accounts/own-account.ts'
import { enquiryBodySchema } from './enquiries/public.ts'
import { NAME_NOT_PLAIN } from './fields.ts'
import { contactSchema } from './vehicles/requests.ts'

const REFUSED = [
  'Dear Customer, you have won a cruise. Claim it: https://prize.example',
  'Claim it at www.prize.example',
  'WWW.prize.example',
  'ｗｗｗ．prize.example',
  'ftp：／／prize.example',
  'Ada\nBcc: all@example.test',
  'Ada\r\nLovelace',
  'Ada\u2028Lovelace',
  'Ada\u0085Lovelace',
  'Ada\u0000',
]

test.each(REFUSED)('the name %j is refused wherever a name is typed (ASVS 1.3.3)', (name) => {
  const results = [
    nameSchema.safeParse(name),
    signupBodySchema.shape.name.safeParse(name),
    updateAccountBodySchema.shape.name.safeParse(name),
    contactSchema.shape.name.safeParse(name),
  ]
  for (const { success, error } of results) {
    expect(success).toBe(false)
    expect(error?.issues[0]?.message).toMatch(
      /^(Please enter a name on one line, without a web address|Please remove the character that can’t be saved)$/,
    )
  }
  expect(enquiryBodySchema.shape.name.safeParse(name).success).toBe(false)
})

test.each([
  'St. John',
  'Zoë O’Neill-Söhne',
  'محمد',
  '山田 太郎',
  'Anna: Maria',
  'Awww. Smith',
  'Sean O’Hara, Jr.',
  'Marie/Jean',
  '  Ada  ',
])('the name %j passes', (name) => {
  for (const schema of [nameSchema, contactSchema.shape.name, enquiryBodySchema.shape.name]) {
    expect(schema.safeParse(name).data).toBe(name.trim())
  }
})

test.each([
  ['Ada \u202eecalevoL\u202c', 'Ada ecalevoL'],
  ['\u2066Ada\u2069\u200b \u00adLovelace\ufeff', 'Ada Lovelace'],
  ['Ada\u{e0041}\u{e0064}\ufe0f', 'Ada'],
  ['علی\u200cرضا', 'علی\u200cرضا'],
  ['👩🏽‍🚀 Ayşe', '👩🏽‍🚀 Ayşe'],
])('the name %j is kept as %j wherever a name is typed (ASVS 1.3.3)', (name, kept) => {
  for (const schema of [nameSchema, updateAccountBodySchema.shape.name, contactSchema.shape.name, enquiryBodySchema.shape.name]) {
    expect(schema.safeParse(name).data).toBe(kept)
  }
})

test('a name of which nothing can be seen is none', () => {
  for (const name of ['\u200b', '\u202e\u202c', '\u3164', '\u200e\u200f', '\u2800 \ufe0f']) {
    expect(nameSchema.safeParse(name).error?.issues[0]?.message).toBe('Name is required')
  }
})

test('the text says what to do', () => {
  expect(nameSchema.safeParse('www.prize.example').error?.issues.map(({ message }) => message)).toEqual([NAME_NOT_PLAIN])
})
