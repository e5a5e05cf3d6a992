import { isStaffRole, ROLES } from '#shared/accounts/public.ts'
import type { UserRecord } from '#web/lib/session.ts'
import { generatedAvatar } from './generated-avatar.ts'

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
