import type { Answer } from '../faults.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { STYLE_ELEMENT, STYLE_SOURCE } from './style.ts'

interface Page {
  title: string
  main: Html
  status?: number
  /** Where a form on the page may end up besides the page's own origin. */
  formTarget?: string
}

const MARK = html`<svg width="32" height="32" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
  <circle cx="16" cy="16" r="16" fill="#0f2233" />
  <path d="M7 20a9 9 0 0 1 18 0z" fill="#e4572e" />
  <path d="M5 22.5h22" stroke="#f2b134" stroke-width="2" stroke-linecap="round" />
</svg>`

/** The merchant's name with a mark, and a way back. */
export const top = (merchant: string, backUrl: string | null): Html =>
  html`<div class="top">
    <span class="brand">${MARK}${merchant}</span>${backUrl !== null && html`<a class="back" href="${backUrl}">Back</a>`}
  </div>`

/** A complete page with the headers that allow exactly what it uses. */
export function renderPage({ title, main, status = 200, formTarget }: Page): Answer {
  const target = formTarget === undefined ? '' : ` ${new URL(formTarget).origin}`
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        ${STYLE_ELEMENT}
      </head>
      <body>
        <header class="banner">
          <p><b>Card sandbox.</b> This is a practice page: no money moves.</p>
        </header>
        ${main}
      </body>
    </html>`
  return {
    status,
    body: document.text,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src ${STYLE_SOURCE}; img-src data:; form-action 'self'${target}; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
  }
}

/** A page that says one thing, with one way on. */
export function renderNotice(
  merchant: string,
  status: number,
  heading: string,
  body: Html,
  link?: { href: string; label: string },
): Answer {
  const main = html`<main class="page notice">
    <section class="card">
      ${top(merchant, null)}
      <h1>${heading}</h1>
      ${body} ${link && html`<a class="button" href="${link.href}">${link.label}</a>`}
    </section>
  </main>`
  return renderPage({ title: `${heading} · ${merchant}`, main, status })
}

export const seeOther = (location: string): Answer => ({ status: 303, body: '', headers: { location } })
