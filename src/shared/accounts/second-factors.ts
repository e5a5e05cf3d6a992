import { z } from 'zod/mini'
import { factorCodeSchema, givenPasswordSchema, SETUP_STEPS } from './public.ts'
import { needing } from '#shared/lenient.ts'

export const WRONG_CODE = 'This code is wrong or has already been used. Please enter the latest one.'
export const CODE_REQUIRED = 'Please enter the code from your authenticator app.'

/** Response of GET /account/second-factor. */
export const secondFactorSchema = needing(
  z.object({
    isOn: z.boolean(),
    /** Whether the account's role requires one. */
    isCompulsory: z.boolean(),
    /** False for the shared demo accounts. */
    isAvailable: z.boolean(),
    recoveryCodesLeft: z.number(),
    /** What the owner must set up before they can act as staff. */
    dueSetup: z.array(z.enum(SETUP_STEPS)),
  }),
  'isOn',
  'isAvailable',
)
export type SecondFactor = z.infer<typeof secondFactorSchema>

/** Body of POST /account/second-factor, which starts the setup. */
export const beginFactorBodySchema = z.object({ password: givenPasswordSchema })

/** Its response: the secret in base32, and as the `otpauth:` address for a QR code. */
export const newFactorSchema = needing(z.object({ secret: z.string(), uri: z.string() }), 'secret', 'uri')

/** Body of POST /account/second-factor/confirm: a first code proves that the app has the secret. */
export const confirmFactorBodySchema = z.object({ code: factorCodeSchema })

/** Body of POST /account/second-factor/remove and /account/second-factor/recovery-codes. */
export const changeFactorBodySchema = z.object({ password: givenPasswordSchema, code: factorCodeSchema })
export type ChangeFactorBody = z.infer<typeof changeFactorBodySchema>

/** Shown only once. */
export const recoveryCodesSchema = needing(z.object({ recoveryCodes: z.array(z.string()) }), 'recoveryCodes')
