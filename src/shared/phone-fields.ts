import { z } from 'zod/mini'
import { storable, visible } from './fields.ts'
import { plainPhone } from './phones.ts'

export const PHONE_NOT_VALID = 'Please check the phone number. Numbers from abroad start with + and the country code'
const LONGEST_PHONE = 40

export const phoneSchema = z
  .string(PHONE_NOT_VALID)
  .check(visible, z.overwrite<string>(plainPhone), z.maxLength(LONGEST_PHONE, PHONE_NOT_VALID), storable)
