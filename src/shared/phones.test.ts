import { expect, test } from 'vitest'
import { enquiryBodySchema } from './enquiries/public.ts'
import { contactSchema } from './vehicles/requests.ts'

// Both fields in which somebody types or pastes a telephone number: the wizard's, which is British, and the contact form's.

const PASTED = [
  '+44 (0)20 7946 0958',
  '+44(0)2079460958',
  '+44 20 7946 0958',
  '+44-20-7946-0958',
  '0044 20 7946 0958',
  '00442079460958',
  '020 7946 0958',
  '(020) 7946 0958',
  '020-7946-0958',
  '020.7946.0958',
  '020/7946/0958',
  '020\u00A07946\u00A00958',
  '020\u202F7946\u20090958',
  '020\u20117946\u20130958',
  '\u202A+44 20 7946 0958\u202C',
  '\u200E020 7946 0958\u200B',
  ' 2079460958\n',
  '４４２０７９４６０９５８',
  '０２０ ７９４６ ０９５８',
  '＋４４（０）２０ ７９４６－０９５８',
  '442079460958',
  '44 20 7946 0958',
  '44 (0)20 7946 0958',
  '(+44) 20 7946 0958',
  '20 7946 0958',
]

test.each(PASTED)('the number %j is understood in every field', (phone) => {
  const contact = { name: 'Ada', email: 'ada@example.test', address: '12 Carrier Street', dropaddress: '3 Mill Lane, Cambridge', phone }
  expect(contactSchema.parse(contact).phone).toBe('2079460958')
  const enquiry = { key: '0123456789abcdef', name: 'Ada', email: 'ada@example.test', subject: 'Tours', message: 'Is anybody there?', phone }
  expect(enquiryBodySchema.parse(enquiry).phone).toMatch(/^[+(]{0,2}[\d ()./-]+$/)
})

test('a foreign number is taken by the contact form, and one with letters by none', () => {
  const enquiry = { key: '0123456789abcdef', name: 'Ada', email: 'ada@example.test', subject: 'Tours', message: 'Is anybody there?' }
  expect(enquiryBodySchema.parse({ ...enquiry, phone: '+33\u00A01\u00A042\u00A068\u00A053\u00A000' }).phone).toBe('+33 1 42 68 53 00')
  expect(enquiryBodySchema.safeParse({ ...enquiry, phone: 'call me' }).success).toBe(false)
})

test.each(['020 7946 0958 ext 12', '020 7946 0958 ext. 12', '020 7946 0958 x12', '020 7946 0958 #12', '020 7946 0958 extension 1234'])(
  'a number with an extension is taken by the contact form, and not by the wizard, whose number has ten digits: %s',
  (phone) => {
    const enquiry = {
      key: '0123456789abcdef',
      name: 'Ada',
      email: 'ada@example.test',
      subject: 'Tours',
      message: 'Is anybody there?',
      phone,
    }
    expect(enquiryBodySchema.parse(enquiry).phone).toBe(phone)
    const contact = { name: 'Ada', email: 'ada@example.test', address: '12 Carrier Street', dropaddress: '3 Mill Lane, Cambridge', phone }
    expect(contactSchema.safeParse(contact).error?.issues[0]?.message).toBe('Phone must be 10 digits')
  },
)
