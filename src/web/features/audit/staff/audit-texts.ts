import { AUDIT_ACTIONS, type StaffAuditEntry } from '#shared/audit.ts'

/** What a fact is called, where its name alone does not say it. */
const FACT_NAMES: Record<string, string> = {
  isDisabled: 'disabled',
  hasSecondFactor: 'two-step sign-in',
  totalCents: 'total in cents',
  amountCents: 'amount in cents',
  responseStatus: 'response',
  targetId: 'about',
  isBlocked: 'closed for sale',
}

/** Returns what was done, in words; an action that is no longer known as it is recorded. */
export function actionText(action: string): string {
  return AUDIT_ACTIONS[action as keyof typeof AUDIT_ACTIONS] ?? action
}

/** Returns who did it: a name, or what stands for one. */
export function actorText({ actor, via }: Pick<StaffAuditEntry, 'actor' | 'via'>): string {
  if (actor) return actor.name ?? 'An account that is gone'
  return via === 'command_line' ? 'The command line' : 'Somebody who is not signed in'
}

/** Returns what an entry tells of before and after, a line for each fact: "role: staff → manager". */
export function factTexts({ before, after }: Pick<StaffAuditEntry, 'before' | 'after'>): string[] {
  return [...new Set(Object.keys({ ...before, ...after }))].map((name) => {
    const values = [before?.[name], after?.[name]].filter((value) => value !== undefined).map(valueText)
    return `${FACT_NAMES[name] ?? wordsOf(name)}: ${values.join(' → ')}`
  })
}

function valueText(value: string | number | boolean | null): string {
  if (value === null) return 'nobody'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return value.toLocaleString('en-GB')
  return value.replaceAll('_', ' ')
}

/** Returns "holds full" for `holdsFull`. */
function wordsOf(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/ id$/, '')
}
