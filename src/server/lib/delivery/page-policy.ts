import { hash } from 'node:crypto'

/** Builds a policy that allows only our own scripts and styles: files, and the inline ones from the build, by their hashes. */
export function contentSecurityPolicy(html: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${hashesOf(html, 'script').join(' ')}`.trim(),
    `style-src 'self' ${hashesOf(html, 'style').join(' ')}`.trim(),
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self' https://checkout.stripe.com",
  ].join('; ')
}

function hashesOf(html: string, tag: 'script' | 'style'): string[] {
  return inlineTexts(html, tag).map((text) => `'sha256-${hash('sha256', text, 'base64')}'`)
}

/** Returns the contents of such elements, except those that refer to a file. */
function inlineTexts(html: string, tag: 'script' | 'style'): string[] {
  const texts: string[] = []
  for (let at = html.indexOf(`<${tag}`); at >= 0;) {
    const start = html.indexOf('>', at) + 1
    const end = html.indexOf(`</${tag}>`, start)
    if (start === 0 || end < 0) break
    if (!/\ssrc=/.test(html.slice(at, start))) texts.push(html.slice(start, end))
    at = html.indexOf(`<${tag}`, end)
  }
  return texts
}
