import { isStaffRole, LOGIN_SUCCESSFUL, ROLES, type loginResponseSchema } from '#shared/accounts/public.ts'
import { brand } from '#shared/brand.ts'
import type { Lenient } from '#shared/lenient.ts'
import { consolePages } from '#shared/pages.ts'
import { awaitCookies } from '#web/lib/http.ts'
import { signIn, type UserRecord } from '#web/lib/session.ts'
import { dueSetup, wantedPage } from '#web/lib/access.ts'
import { initialOf } from './avatar.tsx'

/** Starts the session after a sign-in. `email` is as typed; the page's guard then redirects home (specification §2). */
export function enter(answer: Lenient<typeof loginResponseSchema>, email: string): void {
  // Any other message in a successful response has no visible effect (specification §8).
  if (answer.message !== LOGIN_SUCCESSFUL) return
  const user = userRecord(answer.user, email)
  if (answer.dueSetup?.length) dueSetup.keep(user.id)
  else dueSetup.forget()
  // Home redirects to the page the user wanted; staff without one go to the console.
  if (worksHere(answer.user) && wantedPage.find() === undefined) wantedPage.keep(consolePages.today)
  awaitCookies()
  signIn(user)
}

/** The demo accounts have fixed ids, names and photos (specification §3). */
const DEMO: Record<string, UserRecord> = {
  'user@example.com': { id: 'user_1', name: 'Demo User', email: 'user@example.com', profileImage: '/art/user_1-200.webp' },
  'admin@example.com': { id: 'admin_1', name: 'Demo Admin', email: 'admin@example.com', profileImage: '/art/admin_1-200.webp' },
}

/** The server's user record, or one derived from the email address (specification §3). */
export function userRecord(user: unknown, email: string, now: number = Date.now()): UserRecord {
  return recordFromResponse(user) ?? recordFromEmail(email, now)
}

/** Whether the response describes a staff member. Only used for navigation; the server checks access. */
export function worksHere(user: unknown): boolean {
  if (typeof user !== 'object' || user === null || !('role' in user)) return false
  return ROLES.some((role) => role === user.role && isStaffRole(role))
}

function recordFromResponse(user: unknown): UserRecord | null {
  if (typeof user !== 'object' || user === null) return null
  const { id, name, email, profileImage } = user as Record<string, unknown>
  if (typeof id !== 'string' || typeof name !== 'string' || typeof email !== 'string') return null
  return { id, name, email, profileImage: typeof profileImage === 'string' ? profileImage : null }
}

function recordFromEmail(email: string, now: number): UserRecord {
  const demo = DEMO[email.trim().toLowerCase()]
  if (demo) return demo
  const name = email.trim().split('@')[0] ?? ''
  return { id: String(now), name, email: email.trim(), profileImage: generatedAvatar(name) }
}

const { sea, coralDeep, ink, sunDeep, inkSoft, sand } = brand.colours
const GROUNDS = [sea, coralDeep, ink, sunDeep, inkSoft]

/** A generated picture of an initial on one of the site's colours, without any external service. */
export function generatedAvatar(name: string): string {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  const ground = GROUNDS[sum % GROUNDS.length] ?? ink
  const letter = initialOf(name).replace(/[<>&"']/g, 'U')
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 80"><rect width="80" height="80" fill="${ground}"/>` +
    `<text x="40" y="41" dy=".35em" text-anchor="middle" font-family="Georgia,serif" font-size="38" fill="${sand}">${letter}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
