import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { projectRoot } from './root.ts'

const webFolder = path.join(projectRoot, 'dist/web')
const YEAR_SECONDS = 365 * 24 * 60 * 60

/** The built pages. Without a build (development: Vite serves them) there is only a line that says so. */
export function addSite(app: FastifyInstance, config: Config): void {
  const indexFile = path.join(webFolder, 'index.html')
  if (!existsSync(indexFile)) {
    app.get('/', async () => 'The pages are not built: npm run dev serves them, npm start builds them.\n')
    return
  }
  const html = withSettings(readFileSync(indexFile, 'utf8'), config)
  const policy = contentSecurityPolicy(html)
  app.get('/', async (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .send(html),
  )
  void app.register(fastifyStatic, {
    root: webFolder,
    index: false,
    preCompressed: true,
    wildcard: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders(response, file) {
      // Built files carry a hash of their contents in their name; pictures do not and may change with a deployment.
      const isHashed = file.startsWith(path.join(webFolder, 'assets'))
      response.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'public, max-age=86400')
    },
  })
}

/** Tells the pages which of the settings that matter to them are on. */
function withSettings(html: string, config: Config): string {
  return config.OPEN_CATALOGUE ? html.replace('</head>', '<meta name="open-catalogue" content="1" /></head>') : html
}

/** Scripts only from our own files, and those inline ones that the build wrote, allowed by their hash. */
function contentSecurityPolicy(html: string): string {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)]
  const hashes = inline.map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self' https://checkout.stripe.com",
  ].join('; ')
}
