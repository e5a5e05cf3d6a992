import type { FastifyReply } from 'fastify'
import { darkColoursOf } from '#shared/brand-theme.ts'
import { brand } from '#shared/brand.ts'

const { ink, inkSoft, sand, paper, coralDeep } = brand.colours
const dark = darkColoursOf(brand.colours)

const STYLE = `:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0;padding:clamp(2rem,12vh,8rem) 1rem;background:${sand};color:${ink};font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
main{max-width:34rem;margin:0 auto;padding:2rem min(1.5rem,7vw);border-radius:1rem;background:${paper}}
p{margin:0 0 1rem}
.brand,h1{margin:0 0 .75rem;font-family:Georgia,serif;font-weight:600;line-height:1.2}
.brand{color:${inkSoft}}
h1{font-size:min(2rem,11vw)}
a{color:${coralDeep};text-underline-offset:3px}
.contact{display:flex;flex-wrap:wrap;gap:0 1.5rem}
.contact a{padding:.6rem 0;overflow-wrap:anywhere}
.button{display:inline-block;padding:.7rem min(1.5rem,6vw);border-radius:999px;background:${coralDeep};color:${paper};font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid;outline-offset:3px}
@media (prefers-color-scheme:dark){
body{background:${dark['sand']};color:${dark['ink']}}
main{background:${dark['paper']}}
.brand{color:${dark['ink-soft']}}
a{color:${dark['coral-deep']}}
.button{background:${dark['coral-deep']};color:${dark['paper']}}
}`

/**
 * Sends a page that needs no script and no other file. Accepts only our own texts and URLs, because nothing here is escaped.
 */
export async function sendPlainPage(
  reply: FastifyReply,
  status: number,
  { title, message, link }: { title: string; message: string; link: { href: string; text: string } },
): Promise<FastifyReply> {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · ${brand.name}</title>
<link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><main><p class="brand">${brand.name}</p><h1>${title}</h1><p>${message}</p>
<p class="contact"><a href="mailto:${brand.email}">${brand.email}</a> <a href="${brand.phoneHref}">${brand.phone}</a></p>
<a class="button" href="${link.href}">${link.text}</a></main></body></html>
`
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
    )
    .send(html)
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
