import { wordsOf } from '#shared/audit/fact-texts.ts'
import { AUDIT_ACTIONS, type ReadAuditEntry } from '#shared/audit/staff.ts'

/** Describes an action; one no longer known is described by its name. */
export function actionText(action: string): string {
  return AUDIT_ACTIONS[action as keyof typeof AUDIT_ACTIONS] ?? action.replaceAll(/[._]/g, ' ')
}

/** The actor's name, or a placeholder. */
export function actorText({ actor, via, after }: Pick<ReadAuditEntry, 'actor' | 'via'> & Partial<Pick<ReadAuditEntry, 'after'>>): string {
  if (actor) return actor.name ?? 'Deleted account'
  if (after?.['guideLinkId'] !== undefined) return 'Guide (via link)'
  return via === 'command_line' ? 'The command line' : 'Not signed in'
}

export function replacedTexts({ texts }: Pick<ReadAuditEntry, 'texts'>): { name: string; before: string; after: string }[] {
  return Object.entries(texts ?? {}).map(([name, text]) => ({ name: wordsOf(name), ...text }))
}
