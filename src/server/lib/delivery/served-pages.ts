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

/** What the pages that the server writes are made with: their frame, and their content as the program would show it. */
export interface ServedPages {
  shell: PageShell
  renderer: Renderer
  /** The page that says that there is none. */
  notFound: string
}

/** Loads what the build has made; undefined without a build (in development the program shows all pages by itself). */
export async function loadServedPages(): Promise<ServedPages | undefined> {
  if (!existsSync(INDEX) || !existsSync(RENDERER)) return undefined
  // Node's own, which the pages would take for a browser's and which warns of itself.
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
    // No page of the program: it shows the same.
    page: '/not-found',
    markup: renderer.renderNotFound(),
  })
  return { shell, renderer, notFound }
}
