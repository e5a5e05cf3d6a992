import { AppError } from '#server/lib/errors.ts'

const EMAIL_TAKEN = 'An account with this email already exists.'

export function emailTaken(): AppError {
  return new AppError('email_taken', EMAIL_TAKEN, { issues: [{ path: 'email', message: EMAIL_TAKEN }] })
}
