import { ENQUIRY_SUBJECTS, enquiryBodySchema, type EnquirySubject } from '#shared/enquiries.ts'
import { randomKey } from '#web/lib/random-key.ts'
import { findInTab, forgetInTab, keepInTab } from '#web/lib/tab-storage.ts'

export const ENQUIRY_FIELDS = ['name', 'email', 'phone', 'subject', 'message'] as const
export type EnquiryField = (typeof ENQUIRY_FIELDS)[number]
/** As typed so far. */
export type EnquiryFields = Record<EnquiryField, string>

/** `owner`: the account that typed it, empty for a visitor. */
export type EnquiryDraft = { owner: string; key: string; fields: EnquiryFields }

type Visitor = { id: string | null; name: string | null; email: string | null }

const KEPT = 'enquiry'
/** What is asked about on the tools' pages cannot be booked online. */
const SUBJECT_OF_ABOUT: EnquirySubject = 'Tool Hire'
const EMPTY: EnquiryFields = { name: '', email: '', phone: '', subject: '', message: '' }

/** What this tab has kept for its visitor, with what is known of them and what the page that led here is about. */
export function startDraft(visitor: Visitor, about: string): EnquiryDraft {
  const owner = visitor.id ?? ''
  const kept = findDraft(owner)
  const fields = { ...EMPTY, ...kept?.fields }
  fields.name ||= visitor.name ?? ''
  fields.email ||= visitor.email ?? ''
  if (about !== '') {
    fields.subject ||= SUBJECT_OF_ABOUT
    fields.message = withAbout(fields.message, about)
  }
  return { owner, key: kept?.key ?? randomKey(), fields }
}

export function keepDraft(draft: EnquiryDraft): void {
  keepInTab(KEPT, draft)
}

export function forgetDraft(): void {
  forgetInTab(KEPT)
}

/** What somebody else typed here is not for this visitor; what was typed before a login is. */
function findDraft(visitor: string): EnquiryDraft | undefined {
  const draft = findInTab(KEPT, (kept) => readDraft(kept as Partial<EnquiryDraft>, visitor))
  if (!draft) forgetDraft()
  return draft
}

function readDraft({ owner, key, fields: kept }: Partial<EnquiryDraft>, visitor: string): EnquiryDraft | undefined {
  if (typeof key !== 'string' || (owner !== '' && owner !== visitor)) return undefined
  const fields = { ...EMPTY }
  for (const name of ENQUIRY_FIELDS) {
    const value: unknown = kept?.[name]
    if (typeof value === 'string') fields[name] = value
  }
  return { owner: visitor, key, fields }
}

/** The first line says what it is about. What was typed stays; a line that stood there alone is replaced. */
export function withAbout(message: string, about: string): string {
  const line = `About: ${about}\n\n`
  if (message.startsWith(line)) return message
  return /^(About: [^\n]*\n\s*)?$/.test(message) ? line : `${line}${message}`
}

/** What `?about=` of the address names, as one short line. */
export function readAbout(params: URLSearchParams): string {
  return (params.get('about') ?? '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 100)
}

/** What is wrong, by field, in the words of the schema that the server checks by. */
export function enquiryIssues({ key, fields }: EnquiryDraft): Partial<EnquiryFields> {
  const checked = enquiryBodySchema.safeParse({ key, ...fields })
  const issues: Partial<EnquiryFields> = {}
  if (!checked.success) {
    for (const { path, message } of checked.error.issues) issues[path[0] as EnquiryField] ??= message
  }
  return issues
}

export const SUBJECT_OPTIONS = ENQUIRY_SUBJECTS.map((subject) => ({ value: subject, label: subject }))
