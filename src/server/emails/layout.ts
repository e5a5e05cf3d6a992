import { coloursOf } from '#shared/brand-theme.ts'
import { brand } from '#shared/brand.ts'
import { LOGO_CID, PICTURE_CID, type RenderedMail } from '#server/lib/mail-outbox.ts'
import { escapeHtml } from '#server/lib/plain-page.ts'
import type { MailPicture } from './booking-facts.ts'

const { ink, inkSoft, sand, paper, coralDeep } = brand.colours
const dark = coloursOf(brand.colours)

/** Full width of the card; a phone shows two thirds of it. */
const PICTURE = { width: 560, height: 280 }

// Email programs that support neither this nor dark mode fall back to the light colours set on each element.
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:${ink}!important;color:${sand}!important}
.card{background:${dark['night-raised']}!important}
.soft{color:${dark['on-night-soft']}!important}
}`

interface MailContent {
  subject: string
  heading: string
  /** Mailboxes also show the first one next to the subject. */
  paragraphs: string[]
  facts?: [string, string][]
  list?: { heading: string; lines: string[] } | undefined
  action?: { label: string; href: string }
  picture?: MailPicture | undefined
}

/** What the outbox keeps of an email is the template's name and its data; it is written when it is sent. */
export interface Email<Data> {
  template: string
  /** Fields that are forgotten once it is sent. */
  secretFields?: readonly string[]
  render: (data: Data) => RenderedMail
  preview: Data
}

export function emailTemplate<Data>(template: Omit<Email<Data>, 'preview'> & { preview: NoInfer<Data> }): Email<Data> {
  return template
}

/** All content is escaped here. */
export function renderMail(content: MailContent): RenderedMail {
  const { subject, heading, paragraphs, facts = [], list, action, picture } = content
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>
<body class="page" style="margin:0;background:${sand};color:${ink};font:16px/1.55 Helvetica,Arial,sans-serif">
<div style="display:none;max-height:0;overflow:hidden">${lines(paragraphs[0] ?? '')}</div>
<div class="page" style="max-width:${PICTURE.width}px;margin:0 auto;padding:32px 16px;background:${sand};color:${ink}">
<p style="margin:0 0 16px;font:600 22px/36px Georgia,serif"><img src="cid:${LOGO_CID}" alt="" width="36" height="36" style="vertical-align:middle;margin-right:10px;border:0;border-radius:8px">${escapeHtml(brand.name)}</p>
<div class="card" style="background:${paper};border-radius:16px;overflow:hidden;overflow-wrap:anywhere">
${picture ? `<img src="cid:${PICTURE_CID}" alt="${escapeHtml(picture.alt)}" width="${PICTURE.width}" height="${PICTURE.height}" style="display:block;width:100%;height:auto;border:0">` : ''}
<div style="padding:32px 24px">
<h1 style="margin:0;font:600 26px/1.25 Georgia,serif">${escapeHtml(heading)}</h1>
${paragraphs.map((text) => `<p style="margin:16px 0 0">${lines(text)}</p>`).join('\n')}
${facts.length > 0 ? `<table role="presentation" style="margin:20px 0 0;border-collapse:collapse">${facts.map(factRow).join('')}</table>` : ''}
${list ? `<h2 style="margin:24px 0 8px;font:600 19px/1.3 Georgia,serif">${escapeHtml(list.heading)}</h2>\n<p style="margin:0">${lines(list.lines.join('\n'))}</p>` : ''}
${action ? `<p style="margin:24px 0 0"><a href="${escapeHtml(action.href)}" style="display:inline-block;background:${coralDeep};color:${paper};padding:12px 24px;border-radius:999px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>` : ''}
</div></div>
<p class="soft" style="margin:24px 0 0;color:${inkSoft};font-size:14px">${escapeHtml(brand.name)}, ${escapeHtml(brand.address)}<br>${escapeHtml(brand.phone)} · ${escapeHtml(brand.email)}</p>
</div></body></html>
`
  const text = [
    heading,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(list ? [[list.heading, ...list.lines].join('\n')] : []),
    ...(action ? [`${action.label}: ${action.href}`] : []),
    `${brand.name}, ${brand.address}\n${brand.phone} · ${brand.email}`,
  ].join('\n\n')
  return { subject, html, text: `${text}\n` }
}

function factRow([label, value]: [string, string]): string {
  const cell = 'padding:4px 0;vertical-align:top'
  return `<tr><td class="soft" style="${cell};padding-right:16px;color:${inkSoft};white-space:nowrap">${escapeHtml(label)}</td><td dir="auto" style="${cell};font-weight:600">${escapeHtml(value)}</td></tr>`
}

function lines(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>\n')
}
