import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emailSchema } from './public.ts'
import { contactSchema } from '#shared/vehicles/requests.ts'
import { enquiryBodySchema } from '#shared/enquiries/public.ts'

const schemas = [emailSchema, contactSchema.shape.email, enquiryBodySchema.shape.email]

/** An address with something in it that an email program, or a browser, may take for more than an address. */
const doubtful = fc
  .tuple(
    fc.constantFrom('ann', ''),
    fc.constantFrom(...'?&#%:;,/\\"<>()[] \n'.split('')),
    fc.constantFrom('bcc=eve', ''),
    fc.constantFrom('@', '%40'),
  )
  .chain(([before, mark, after, at]) =>
    fc.constantFrom(
      `${before}${mark}${after}${at}example.com`,
      `ann${at}exam${mark}${after}ple.com`,
      `ann${at}example.com${mark}${after}x`,
      `ann${at}example.com${mark}${after}@example.org`,
    ),
  )
  // Around an address, blanks are no part of it; "&" and "/" are valid before the @, where links have them encoded.
  .filter((text) => text === text.trim() && !/^[^@]*[&/][^&/]*@[^&/]*$/.test(text))

test('an email address holds nothing that begins another part of a mailto: link (ASVS 1.2.2)', () => {
  for (const schema of schemas) {
    expect(schema.safeParse("o'hara.ann_1+trip@mail.example-1.com").success).toBe(true)
    fc.assert(fc.property(doubtful, (text) => !schema.safeParse(text).success))
  }
})
