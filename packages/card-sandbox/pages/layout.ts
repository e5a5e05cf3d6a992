import type { WireResponse } from '../faults.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { STYLE_ELEMENT, STYLE_SOURCE } from './style.ts'

interface Page {
  title: string
  main: Html
  status?: number
  /** An origin, other than the page's own, that a form may redirect to. */
  formTarget?: string
}

const MARK = html`<svg width="32" height="32" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
  <path
    fill="currentColor"
    fill-rule="evenodd"
    d="M24 3a21 21 0 0 0 0 42c5.600-4.900 8.600-12.500 8.600-21S29.600 7.900 24 3Zm-4.800 8.600 2.300 8.500c.2.700.7 1.200 1.400 1.400l5.700 2.500-5.700 2.500c-.7.200-1.200.7-1.400 1.400l-2.300 8.500-2.300-8.500c-.2-.7-.7-1.200-1.400-1.400L9.800 24l5.700-2.500c.7-.2 1.200-.7 1.400-1.400l2.300-8.500Z"
  />
  <path
    fill="#e4572e"
    d="M29.700 3.800A21 21 0 0 1 45 24a21 21 0 0 1-15.300 20.200C34 38.900 36.400 31.900 36.400 24S34 9.100 29.700 3.800Z"
  />
</svg>`

export const top = (merchant: string, backUrl: string | null): Html =>
  html`<div class="top">
    <span class="brand">${MARK}${merchant}</span>${backUrl !== null && html`<a class="back" href="${backUrl}">Back</a>`}
  </div>`

/** Renders a complete page with headers that allow exactly what it uses. */
export function renderPage({ title, main, status = 200, formTarget }: Page): WireResponse {
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
          <p><b>Card sandbox.</b> This is a test page: no money moves, no real payments are taken.</p>
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

export function renderNotice(
  merchant: string,
  status: number,
  heading: string,
  body: Html,
  link?: { href: string; label: string },
): WireResponse {
  const main = html`<main class="page notice">
    <section class="card">
      ${top(merchant, null)}
      <h1>${heading}</h1>
      ${body} ${link && html`<a class="button" href="${link.href}">${link.label}</a>`}
    </section>
  </main>`
  return renderPage({ title: `${heading} · ${merchant}`, main, status })
}

export const seeOther = (location: string): WireResponse => ({ status: 303, body: '', headers: { location } })
