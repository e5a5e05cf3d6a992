import { hash, verify } from '@node-rs/argon2'
import { MIN_STAFF_PASSWORD_LENGTH, STAFF_PASSWORD_TOO_SHORT } from '#shared/accounts/public.ts'
import { brand } from '#shared/brand.ts'
import { AppError } from '#server/lib/errors.ts'

// argon2id with the first parameters in OWASP's password storage cheat sheet.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const NO_PASSWORD = ''

export interface NewPassword {
  hash: string
  /** Why staff may not have this password; null if they may. */
  weakness: string | null
}

/** Slow because of the hashing, so call this before a transaction begins. */
export async function prepareNewPassword(password: string, owner: PasswordOwner = {}): Promise<NewPassword> {
  return { hash: await hash(password.normalize('NFC'), OPTIONS), weakness: await findWeakness(password, owner) }
}

export function passwordColumns({ hash: password_hash, weakness }: NewPassword) {
  return { password_hash, has_staff_password: weakness === null }
}

/** `path` is the field that held the password. Throws 400. */
export function refuseWeak({ weakness }: NewPassword, path: string): void {
  if (weakness !== null) throw new AppError('validation_failed', weakness, { issues: [{ path, message: weakness }] })
}

async function findWeakness(password: string, owner: PasswordOwner): Promise<string | null> {
  if (password.normalize('NFC').length < MIN_STAFF_PASSWORD_LENGTH) return STAFF_PASSWORD_TOO_SHORT
  return (await isCommonPassword(password, owner)) ? 'This password is too common. Please choose another one.' : null
}

const unknownAccountHash = hash('nobody has this password', OPTIONS)

/**
 * Returns whether the password matches the stored hash. Systems type the same letters differently, so hashes are of the
 * password's normal form; older ones are of what was typed. Without a hash (no account, or one without a password) it does
 * the same work and returns false, so that the response time does not reveal which addresses have an account.
 */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const ownHash = storedHash?.includes('argon2id') ? storedHash : undefined
  const compared = ownHash ?? (await unknownAccountHash)
  const normal = password.normalize('NFC')
  const matches = (await verify(compared, normal)) || (normal !== password && (await verify(compared, password)))
  return matches && ownHash !== undefined
}

/** What anyone who knows an account's owner would try. */
export interface PasswordOwner {
  name?: string | undefined
  email?: string | undefined
}

/** The digits and symbols people put around a word to make it pass as a password. */
const DECORATION = /^[^\p{L}]{0,5}|[^\p{L}]{0,5}$/gu

const ROWS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  '1q2w3e4r5t6y7u8i9o0p',
]

/** Written for the letters that they resemble. */
const LOOKALIKES: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }

/** Words of the trade, which go with the agency's name. */
const TRADE = ['agency', 'travels', 'travel', 'tours', 'tour']

/** Shorter parts of a name are in too many words. */
const MIN_NAME_LENGTH = 3

/** A date or a year, when nothing else is left. */
const MAX_DIGITS = 8

/** Without the words that anyone would guess, this much must be left: as one word, or as several. */
const MIN_WORD_LEFT = 10

const MIN_LEFT = 8

let known: Promise<ReadonlySet<string>> | undefined

/** Loaded when a password is first chosen, because the list takes 4 MB. */
async function loadKnown(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set([...dictionary['passwords-common'], ...brand.name.toLowerCase().split(/\s+/)])
}

/**
 * Returns whether a password would be among the first guesses: one of the 49,000 most used, such a word with a few
 * digits around it, a piece repeated, a sequence, a keyboard row, or little more than the agency's name, the owner's
 * name or their email address.
 */
export async function isCommonPassword(password: string, owner: PasswordOwner = {}): Promise<boolean> {
  const lower = password.normalize('NFKC').toLowerCase()
  const list = await (known ??= loadKnown())
  const plain = lower.replaceAll(/[013457@$!]/g, (mark) => LOOKALIKES[mark] ?? mark)
  const words = guessedWords(owner)
  return isListed(list, lower) || isListed(list, plain) || isLittleLeft(list, lower, words) || isLittleLeft(list, plain, words)
}

function isListed(list: ReadonlySet<string>, lower: string): boolean {
  const word = lower.replaceAll(DECORATION, '')
  if (list.has(lower) || list.has(word)) return true
  if (isSequence(lower)) return true
  return [lower, lower.slice(0, -1)].map(pieceOf).some((piece) => piece !== undefined && (piece.length <= 6 || list.has(piece)))
}

/** Returns whether hardly anything is left without guessed words, repetitions, sequences and a few digits. */
function isLittleLeft(list: ReadonlySet<string>, lower: string, words: readonly string[]): boolean {
  const rest = words.reduce((text, word) => text.replaceAll(word, ' '), lower)
  const parts = rest.split(/[^\p{L}\p{M}\p{N}]+/u).filter((part) => part !== '')
  const bare = parts.map((part) => part.replaceAll(DECORATION, '') || digitsOf(part)).filter((part) => part !== '')
  const left = [...new Set(bare)].filter((part) => part.length <= 2 || !isSequence(part))
  if (left.length === 0) return true
  const [word = '', ...others] = left
  if (others.length === 0 && list.has(word)) return true
  const isShorter = rest !== lower || left.length < bare.length
  return isShorter && left.join('').length < (others.length === 0 ? MIN_WORD_LEFT : MIN_LEFT)
}

/** Returns digits that are too many to be a date or a year. */
function digitsOf(part: string): string {
  return part.length > MAX_DIGITS ? part : ''
}

/** Whether each run of letters or of digits is along a row, in either direction. */
function isSequence(text: string): boolean {
  const reversed = [...text].toReversed().join('')
  if (ROWS.some((row) => row.includes(text) || row.includes(reversed))) return true
  const runs = text.match(/\p{L}+|\p{N}+/gu) ?? []
  return runs.length > 1 && runs.join('') === text && runs.every((run) => run.length > 2 && isSequence(run))
}

/** The longest first, so that no word is lost within a shorter one. */
function guessedWords({ name = '', email = '' }: PasswordOwner): string[] {
  const texts = [brand.name, brand.email.split('@')[1] ?? '', name, email]
  const parts = texts.flatMap((text) => {
    const lower = text.normalize('NFKC').toLowerCase()
    return [lower.replaceAll(/\s+/g, ''), ...lower.split(/[^\p{L}\p{M}\p{N}]+/u)]
  })
  return [...new Set([...parts, ...TRADE])].filter((part) => part.length >= MIN_NAME_LENGTH).toSorted((a, b) => b.length - a.length)
}

function pieceOf(text: string): string | undefined {
  const length = `${text}${text}`.indexOf(text, 1)
  return length < text.length ? text.slice(0, length) : undefined
}
