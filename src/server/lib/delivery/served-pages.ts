import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { brand } from '#shared/brand.ts'
import type { Renderer } from '#shared/renderer.ts'
import { projectRoot } from '#server/config/root.ts'
import { PageShell } from './page-shell.ts'
import { OPEN_CATALOGUE_TAG } from './site.ts'

const RENDERER = path.join(projectRoot, 'dist/render/render.js')
const INDEX = path.join(projectRoot, 'dist/web/index.html')

/** What server-rendered pages are built with: their frame, and a renderer that produces the same content as the app. */
export interface ServedPages {
  shell: PageShell
  renderer: Renderer
  notFound: string
}

/** Loads the files of the build. Returns undefined if there is none, as in development, where the app renders all pages itself. */
export async function loadServedPages(): Promise<ServedPages | undefined> {
  if (!existsSync(INDEX) || !existsSync(RENDERER)) return undefined
  // Node's own `localStorage` would be mistaken for a browser's, and prints a warning.
  Reflect.deleteProperty(globalThis, 'localStorage')
  const renderer = (await import(pathToFileURL(RENDERER).href)) as Renderer
  const html = readFileSync(INDEX, 'utf8').replace('<title>', `${OPEN_CATALOGUE_TAG}<title>`)
  const shell = new PageShell(html, renderer.contentPaths)
  const notFound = shell.compose({
    head: {
      title: 'Page Not Found',
      description: brand.description,
      type: 'website',
      picture: { address: brand.pictures.preview, alt: '' },
    },
    // Not a page of the app, which shows the same content here.
    page: '/not-found',
    markup: renderer.renderNotFound(),
  })
  return { shell, renderer, notFound }
}
