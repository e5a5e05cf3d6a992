import { GENERATED_DOMAIN } from '#server/lib/mail-outbox.ts'
import { randomOf } from '#server/seed/random.ts'
import { KIND, type Run } from './run.ts'

const DAY_MS = 24 * 60 * 60_000

export interface Person {
  id: string
  name: string
}

export function personOf({ id, seed, words }: Run, n: number): Person {
  const random = randomOf(seed, KIND.person, n)
  return { id: `g${id}-${n}`, name: `${random.pick(words.firstNames)} ${random.pick(words.lastNames)}` }
}

/** The account has no password, so no one can sign in to it. */
export function accountRow(run: Run, n: number) {
  const { id, name } = personOf(run, n)
  const since = new Date(run.now.getTime() - randomOf(run.seed, KIND.person, n, 1).int(1000, 2000) * DAY_MS)
  return {
    id,
    name,
    email: `${id}@${GENERATED_DOMAIN}`,
    password_hash: '',
    created_at: since,
    email_confirmed_at: since,
    is_generated: true,
  }
}
