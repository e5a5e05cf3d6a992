import { createHash } from 'node:crypto'
import type { WireResponse } from '../idempotency.ts'

/** Markup that is safe to send. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | false | null | undefined | Part[]

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function toText(part: Part): string {
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(toText).join('')
  if (part === false || part === null || part === undefined) return ''
  return String(part).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}

/** Escapes interpolated values unless they are Html. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((each, index) => each + toText(parts[index])).join(''))
}

/** The site's design tokens (shared/design.md) and the styles of the pages. */
const STYLE = `
:root{color-scheme:light dark;--ink:#0f2233;--night:#0f2233;--alarm:#fbeceb;--ink-soft:#4a5b6b;--sand:#f7f1e5;--paper:#fff;--line:#dcd3c1;--field:#82909c;--coral:#e4572e;--coral-deep:#bf3f1a;--coral-press:#9d3213;--sea:#1f6f5f;--sun:#f2b134;--amber:#8a5a00;--danger:#b3261e;
--sans:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;--serif:Fraunces,"Iowan Old Style","Palatino Linotype",Palatino,Georgia,"DejaVu Serif",serif}
@media (prefers-color-scheme:dark){:root{--ink:#f9f4ea;--night:#070f17;--alarm:#302c39;--ink-soft:#a4a8a8;--sand:#0b1824;--paper:#1b2d3d;--line:#3a4a58;--field:#879199;--coral-deep:#ea8163;--coral-press:#efa18a;--sea:#7baaa0;--danger:#d58783}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;min-height:100vh;background:var(--sand);color:var(--ink);font:400 1rem/1.5 var(--sans)}
h1,h2,p,ul,dl,dd{margin:0;padding:0}
h1,h2,.total{font-family:var(--serif);font-weight:600;line-height:1.15;letter-spacing:-.01em;overflow-wrap:anywhere}
a{color:var(--coral-deep);text-underline-offset:3px}
:focus-visible{outline:3px solid var(--sea);outline-offset:2px;border-radius:4px}
.banner{background:var(--night);color:#fff;padding:12px 16px;text-align:center;text-wrap:balance;font-size:.9375rem}
.banner b{color:var(--sun)}
.page{display:grid;grid-template-columns:minmax(0,1fr);gap:24px;max-width:1040px;margin:0 auto;padding:16px 16px 64px}
.top{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:16px;min-height:44px}
.brand{display:flex;align-items:center;gap:12px;font:600 1.25rem/1 var(--serif)}
.brand svg{flex:none}
.back{display:inline-flex;align-items:center;gap:8px;min-height:44px;padding:0 8px;margin-right:-8px;font-weight:600;text-decoration:none}
.back::before{content:"\\2190" / "";font-size:1.125em}
.back:hover{text-decoration:underline}
.summary h1{margin-top:16px;font:400 1rem/1.5 var(--sans);letter-spacing:0;color:var(--ink-soft)}
.total{font-size:min(clamp(2.5rem,1.9rem + 2.6vw,3.5rem),15vw)}
.about{margin-top:12px;overflow-wrap:anywhere}
.lines{list-style:none;margin-top:24px;border-top:1px solid var(--line)}
.lines li,.sum{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 16px;padding:16px 0;border-bottom:1px solid var(--line)}
.lines b{font-weight:600;overflow-wrap:anywhere}
.lines small{color:var(--ink-soft);font-size:.9375rem}
.money{font-variant-numeric:tabular-nums;white-space:nowrap}
.total.money{white-space:normal}
.sum{border:0;font-weight:600}
.card{align-self:start;background:var(--paper);border-radius:16px;padding:24px 20px;box-shadow:0 1px 2px #0f22331a,0 16px 40px -16px #0f223333}
.card h1,.card h2{font-size:min(1.5rem,9vw);margin-bottom:16px}
form{display:grid;grid-template-columns:minmax(0,1fr);gap:16px}
.pair{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(7rem,100%),1fr));gap:16px}
label{display:block;font-weight:600;margin-bottom:4px}
input{width:100%;min-height:48px;padding:8px 12px;border:1px solid var(--field);border-radius:10px;background:var(--paper);color:var(--ink);font:400 1.0625rem/1.5 var(--sans);font-variant-numeric:tabular-nums}
input::placeholder{color:var(--ink-soft);opacity:1}
input:hover{border-color:var(--ink)}
input:focus{outline:3px solid var(--sea);outline-offset:1px;border-color:var(--sea)}
input[aria-invalid]{border:2px solid var(--danger)}
.hint{color:var(--ink-soft);font-size:.9375rem;overflow-wrap:anywhere}
.error{margin-top:4px;color:var(--danger);font-size:.9375rem;font-weight:600}
.alert{padding:12px 16px;margin-bottom:16px;border-left:4px solid var(--danger);border-radius:10px;background:var(--alarm);color:var(--danger);font-weight:600}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:52px;padding:8px min(24px,6vw);border:0;border-radius:999px;background:var(--coral-deep);color:var(--paper);font:600 1.125rem/1.3 var(--sans);text-decoration:none;cursor:pointer;transition:background-color .15s ease-out}
button:hover,.button:hover{background:var(--coral-press)}
button:active{transform:translateY(1px)}
button.quiet{background:var(--paper);color:var(--ink);box-shadow:inset 0 0 0 1px var(--field)}
button.quiet:hover{background:var(--sand)}
:is(button,.button):focus-visible{border-radius:999px}
input:focus-visible{border-radius:10px}
.fine{text-align:center}
details{margin-top:24px;border-top:1px solid var(--line);padding-top:8px}
summary{display:flex;align-items:center;justify-content:space-between;min-height:44px;font-weight:600;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary::after{content:"+" / "";font-size:1.5rem;font-weight:400;color:var(--coral-deep)}
details[open] summary::after{content:"\\2212" / ""}
.cards{display:grid;gap:8px;margin-top:8px;font-size:.9375rem}
.cards div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px;padding-bottom:8px;border-bottom:1px solid var(--line)}
.cards div:last-child{border:0}
.cards dt{font:500 .9375rem/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;user-select:all}
.cards dd{color:var(--ink-soft)}
.notice{max-width:560px;padding-top:32px}
.notice .card{padding:32px 24px}
.notice h1{margin-top:16px;text-wrap:balance}
.notice p+p,.notice p+.button,.notice p+form,.facts+.button{margin-top:24px}
.facts{display:grid;grid-template-columns:fit-content(50%) minmax(0,1fr);gap:12px min(24px,5vw);margin:16px 0}
.facts dt{color:var(--ink-soft);overflow-wrap:anywhere}
.facts dd{text-align:right;font-weight:600;overflow-wrap:anywhere}
@media (min-width:48rem){
.page{grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:40px;padding:40px 32px 96px}
.notice{grid-template-columns:1fr;padding-top:64px}
.card{padding:32px}
.summary h1{margin-top:32px}
}
@media (min-width:64rem){.page{gap:80px;padding-top:64px}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
`

/** The style-src that the Content-Security-Policy must name. */
const STYLE_SOURCE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/** Never reformat, because the hash covers exactly these bytes. */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`)

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
