import { ENQUIRY_SUBJECTS, enquiryBodySchema, type EnquiryBody, type EnquirySubject } from '#shared/enquiries/public.ts'
import type { Checked } from '#web/lib/form-issues.ts'
import { randomKey } from '#web/lib/random-key.ts'
import { tabStore } from '#web/lib/tab-store.ts'

const ENQUIRY_FIELDS = ['name', 'email', 'phone', 'subject', 'message'] as const
/** As typed so far. */
type EnquiryFields = Record<(typeof ENQUIRY_FIELDS)[number], string>

/** `owner` is the account that typed it; empty for a visitor. */
export type EnquiryDraft = { owner: string; key: string; fields: EnquiryFields }

type Visitor = { id: string | null; name: string | null; email: string | null }

/** Only tool pages, whose tools cannot be booked online, link here with a topic. */
const SUBJECT_OF_ABOUT: EnquirySubject = 'Tool Hire'
const EMPTY: EnquiryFields = { name: '', email: '', phone: '', subject: '', message: '' }

/** Restores the visitor's draft, completed with their details and the topic of the previous page. */
export function startDraft(visitor: Visitor, about: string): EnquiryDraft {
  const owner = visitor.id ?? ''
  const kept = storeOf(owner).find()
  if (!kept) forgetDraft()
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
  storeOf(draft.owner).keep(draft)
}

export function forgetDraft(): void {
  storeOf('').forget()
}

/** A visitor gets their own drafts, including what was typed before logging in, but not those of others. */
function storeOf(visitor: string) {
  return tabStore('enquiry', (kept) => readDraft(kept as Partial<EnquiryDraft>, visitor))
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

/** Matches a message without anything written by the visitor: empty, or only the prefilled line. */
const UNWRITTEN = /^(About: [^\n]*\n\s*)?$/

/** Puts a first line with the topic into the message; an earlier such line is replaced if nothing follows it. */
export function withAbout(message: string, about: string): string {
  const line = `About: ${about}\n\n`
  if (message.startsWith(line)) return message
  return UNWRITTEN.test(message) ? line : `${line}${message}`
}

/** The topic from `?about=`, as one short line. */
export function readAbout(params: URLSearchParams): string {
  return (params.get('about') ?? '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, 100)
}

/** Validates with the server's schema and its messages. */
export function checkEnquiry({ key, fields }: EnquiryDraft): Checked<EnquiryBody> {
  const message = UNWRITTEN.test(fields.message) ? '' : fields.message
  return enquiryBodySchema.safeParse({ key, ...fields, message })
}

export const SUBJECT_OPTIONS = ENQUIRY_SUBJECTS.map((subject) => ({ value: subject, label: subject }))
