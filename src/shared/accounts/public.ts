import { z } from 'zod/mini'
import { plainName, typed } from '#shared/fields.ts'
import { needing } from '#shared/lenient.ts'
import { asWrittenAddress, isAddress } from './email-addresses.ts'
import { NO_EMAIL_DOMAIN } from './no-email.ts'

export const MIN_PASSWORD_LENGTH = 6
const MAX_PASSWORD_LENGTH = 200
/** For all staff. */
export const MIN_STAFF_PASSWORD_LENGTH = 12
const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters'
export const STAFF_PASSWORD_TOO_SHORT = 'Staff passwords must be at least 12 characters'
export const LOGIN_SUCCESSFUL = 'Login successful'
export const SIGNUP_SUCCESSFUL = 'Signup successful'
export const INVALID_CREDENTIALS = 'Invalid credentials'
/** The same for every refusal, so that it reveals neither whether the password was right nor whether there is an account. */
export const TOO_MANY_SIGN_INS =
  'Too many attempts. Please wait a few minutes and try again. If we’ve emailed you a code, you can enter it below and log in now.'
export const MAX_NAME_LENGTH = 100
export const NAME_TOO_LONG = 'Name must be at most 100 characters'
export const SIGN_IN_TO_CONFIRM =
  'Someone has signed up with this address. If it was you, log in and open the link again. If not, choose a new password.'
export const LINK_SPENT = 'This link has expired or has already been used.'

export const emailSchema = z.string('Email is required').check(
  typed,
  asWrittenAddress,
  z.minLength(1, 'Email is required'),
  z.maxLength(254, 'Please enter a valid email'),
  isAddress,
  z.refine((email) => !email.toLowerCase().endsWith(NO_EMAIL_DOMAIN), 'Please enter a valid email'),
)

export const givenPasswordSchema = z
  .string('Password is required')
  .check(z.minLength(1, 'Password is required'), z.maxLength(MAX_PASSWORD_LENGTH, 'Password is too long'))

/** A second-factor code: six digits from an app, or a recovery code, with spaces and dashes allowed. */
export const factorCodeSchema = z
  .string('Code is required')
  .check(typed, z.minLength(1, 'Code is required'), z.maxLength(60, 'This code is too long'))

/**
 * Body of POST /auth/login (specification §7). `code` is required if the account has a second factor. `emailedCode` lifts the limits on
 * attempts.
 */
export const loginBodySchema = z.object({
  email: emailSchema,
  password: givenPasswordSchema,
  code: z.optional(factorCodeSchema),
  emailedCode: z.optional(z.string().check(typed, z.maxLength(60, 'This code is too long'))),
})
export type LoginBody = z.infer<typeof loginBodySchema>

export const nameSchema = z
  .string('Name is required')
  .check(typed, z.minLength(1, 'Name is required'), z.maxLength(MAX_NAME_LENGTH, NAME_TOO_LONG), plainName)

/** A new password: at sign-up, by a link, or in the settings (specification §5). */
export const newPasswordSchema = z
  .string('Password is required')
  .check(z.minLength(MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT), z.maxLength(MAX_PASSWORD_LENGTH, 'Password is too long'))

export const newStaffPasswordSchema = z
  .string('Password is required')
  .check(z.minLength(MIN_STAFF_PASSWORD_LENGTH, STAFF_PASSWORD_TOO_SHORT), z.maxLength(MAX_PASSWORD_LENGTH, 'Password is too long'))

/** Body of POST /auth/signup (specification §5, §7). */
export const signupBodySchema = z.object({ name: nameSchema, email: emailSchema, password: newPasswordSchema })

/** Body of POST /auth/forgot-password. */
export const forgotPasswordBodySchema = z.object({ email: emailSchema })

const token = z.string('The link is incomplete').check(z.minLength(1, 'The link is incomplete'), z.maxLength(255, LINK_SPENT))

/** Body of POST /auth/reset-password; `token` is from an emailed link. */
export const resetPasswordBodySchema = z.object({ token, password: newPasswordSchema })

/** Body of POST /auth/confirm-email, /auth/object-to-email and /auth/reset-password/check. */
export const linkBodySchema = z.object({ token })

/** Response of POST /auth/reset-password/check: what the form needs to know. */
export const resetLinkResponseSchema = z.object({
  message: z.string(),
  /** The account's address, which the owner of the link can read anyway. */
  email: z.string(),
  /** Minimum length, which is higher for staff. */
  leastLength: z.number(),
  /** Whether the account has no password yet, because its owner was invited. */
  isFirst: z.boolean(),
})
export type ResetLinkResponse = z.infer<typeof resetLinkResponseSchema>

/** Body of POST /auth/check-password, beyond specification §7, which lets a form warn about commonly used passwords. */
const ofOwner = z.optional(z.string().check(typed, z.maxLength(254)))
export const checkPasswordBodySchema = z.object({ password: givenPasswordSchema, name: ofOwner, email: ofOwner })
export type CheckPasswordBody = z.infer<typeof checkPasswordBodySchema>
export const checkPasswordResponseSchema = z.object({ isCommon: z.boolean() })

export const ROLES = ['customer', 'staff', 'manager', 'admin'] as const
export type Role = (typeof ROLES)[number]

export function isStaffRole(role: Role): boolean {
  return role !== 'customer'
}

/** What staff must set up before they can act as staff. */
export const SETUP_STEPS = ['password', 'second_factor'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]

export const accountSchema = needing(
  z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    profileImage: z.nullable(z.string()),
    role: z.enum(ROLES),
  }),
  'id',
  'name',
  'email',
)

export type Account = z.infer<typeof accountSchema>

/** `dueSetup` is an addition to specification §7, for staff whose sign-in is not set up yet. */
export const loginResponseSchema = z.object({
  message: z.string(),
  user: accountSchema,
  dueSetup: z.optional(z.array(z.enum(SETUP_STEPS))),
})
