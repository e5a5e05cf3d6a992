import { brand } from '#shared/brand.ts'
import { escapeHtml } from '#server/lib/escape-html.ts'
import type { RenderedMail } from '#server/lib/mail-outbox.ts'

const { ink, inkSoft, sand, paper, coralDeep } = brand.colours

interface MailContent {
  subject: string
  /** The one sentence that a person in a hurry reads. */
  heading: string
  paragraphs: string[]
  /** Labels and values, such as what was booked and what it cost. */
  facts?: [string, string][]
  action?: { label: string; href: string }
}

/** Renders the common frame of every email as HTML and as plain text. All content is escaped here. */
export function renderMail({ subject, heading, paragraphs, facts = [], action }: MailContent): RenderedMail {
  const rows = facts
    .map(
      ([label, value]) =>
        `<tr><td style="padding:4px 24px 4px 0;color:${inkSoft}">${escapeHtml(label)}</td><td style="padding:4px 0;font-weight:600">${escapeHtml(value)}</td></tr>`,
    )
    .join('')
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:${sand};color:${ink};font:16px/1.55 Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
<p style="margin:0 0 16px;font:600 22px Georgia,serif">${escapeHtml(brand.name)}</p>
<div style="background:${paper};border-radius:16px;padding:32px 24px">
<h1 style="margin:0 0 16px;font:600 26px/1.25 Georgia,serif">${escapeHtml(heading)}</h1>
${paragraphs.map((text) => `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>\n')}</p>`).join('\n')}
${rows && `<table role="presentation" style="margin:0 0 24px;border-collapse:collapse">${rows}</table>`}
${action ? `<p style="margin:0"><a href="${escapeHtml(action.href)}" style="display:inline-block;background:${coralDeep};color:${paper};padding:12px 24px;border-radius:999px;text-decoration:none;font-weight:600">${escapeHtml(action.label)}</a></p>` : ''}
</div>
<p style="margin:24px 0 0;color:${inkSoft};font-size:14px">${escapeHtml(brand.name)}, ${escapeHtml(brand.address)}<br>${escapeHtml(brand.phone)} · ${escapeHtml(brand.email)}</p>
</div></body></html>
`
  const text = [
    heading,
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(([label, value]) => `${label}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}: ${action.href}`] : []),
    `${brand.name}, ${brand.address}\n${brand.phone} · ${brand.email}`,
  ].join('\n\n')
  return { subject, html, text: `${text}\n` }
}
