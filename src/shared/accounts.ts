import { z } from 'zod/mini'

export const MIN_PASSWORD_LENGTH = 6
export const MAX_PASSWORD_LENGTH = 200
export const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters'
export const LOGIN_SUCCESSFUL = 'Login successful'
export const SIGNUP_SUCCESSFUL = 'Signup successful'
export const INVALID_CREDENTIALS = 'Invalid credentials'

const email = z
  .string('Email is required')
  .check(
    z.trim(),
    z.minLength(1, 'Email is required'),
    z.maxLength(254, 'Please enter a valid email'),
    z.email('Please enter a valid email'),
  )

/** Body of POST /auth/login (specification §7). */
export const loginBodySchema = z.object({
  email,
  password: z
    .string('Password is required')
    .check(z.minLength(1, 'Password is required'), z.maxLength(MAX_PASSWORD_LENGTH, 'Password is too long')),
})
export type LoginBody = z.infer<typeof loginBodySchema>

/** Body of POST /auth/signup (specification §5, §7). */
export const signupBodySchema = z.object({
  name: z
    .string('Name is required')
    .check(z.trim(), z.minLength(1, 'Name is required'), z.maxLength(100, 'Name must be at most 100 characters')),
  email,
  password: z
    .string('Password is required')
    .check(z.minLength(MIN_PASSWORD_LENGTH, PASSWORD_TOO_SHORT), z.maxLength(MAX_PASSWORD_LENGTH, 'Password is too long')),
})
export type SignupBody = z.infer<typeof signupBodySchema>

export const ROLES = ['customer', 'staff', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const accountSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  profileImage: z.nullable(z.string()),
  role: z.enum(ROLES),
})

/** The signed-in person as the calls tell it. `profileImage` is a path on our origin, or null. */
export type Account = z.infer<typeof accountSchema>

export const loginAnswerSchema = z.object({ message: z.string(), user: accountSchema })
export const messageAnswerSchema = z.object({ message: z.string() })
