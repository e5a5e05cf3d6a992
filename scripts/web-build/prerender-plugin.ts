import { readFileSync } from 'node:fs'
import path from 'node:path'
import { minify, runnerImport, transformWithOxc, type Plugin, type Rollup } from 'vite'
import type { Program } from '../../src/web/delivery/boot.ts'
import { firstPages } from './first-pages.ts'
import { withInlinePictures } from './inline-pictures.ts'

const HOME = 'src/web/delivery/prerender.tsx'
/** Preloaded fonts; the other font files load when a character needs them. */
const EARLY_FONTS = /(figtree-basic|fraunces-basic-600)/

type Prerendered = { renderHome: () => Promise<string>; heroPreloads: () => Record<string, string>[] }

/** Puts the home page with all its styles into index.html, so that it is painted before any script runs and nothing is styled twice. */
export function prerenderPlugin(): Plugin {
  let root = ''
  let publicDir = ''
  return {
    name: 'meridian:prerender',
    apply: 'build',
    configResolved: (config) => void ({ root, publicDir } = config),
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle, chunk }) {
        if (!bundle || !chunk) return html
        // Node's own `localStorage` would be mistaken for a browser's, and prints a warning.
        Reflect.deleteProperty(globalThis, 'localStorage')
        const { module } = await runnerImport<Prerendered>(path.join(root, HOME), { configFile: false, root, logLevel: 'error' })
        const home = withInlinePictures(await module.renderHome(), publicDir)
        if (/\sstyle="/.test(home.markup)) throw new Error('The prerendered home has a style attribute, which the content policy forbids.')
        const styles = stylesOf(chunk, bundle)
        delete bundle[styles.file]
        // Otherwise a preloaded page would list it among its files.
        chunk.viteMetadata?.importedCss.delete(styles.file)
        const program = { entry: `/${chunk.fileName}`, imports: chunk.imports.map((name) => `/${name}`), ...firstPages(bundle, chunk) }
        const head = [
          `<script>${await bootScript(program)}</script>`,
          ...module.heroPreloads().map((attributes) => linkTag({ rel: 'preload', as: 'image', fetchpriority: 'high', ...attributes })),
          ...earlyFonts(bundle).map((href) => linkTag({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossorigin: '' })),
          `<style>${styles.text}</style>`,
        ]
        return withoutLoading(html)
          .replace('</title>', () => `</title>\n    ${head.join('\n    ')}`)
          .replace('<div id="root"></div>', () => `${home.sprite}<div id="root">${home.markup}</div>`)
      },
    },
  }
}

function stylesOf(chunk: Rollup.OutputChunk, bundle: Rollup.OutputBundle): { file: string; text: string } {
  const [file = '', ...more] = chunk.viteMetadata?.importedCss ?? []
  const asset = bundle[file]
  if (asset?.type !== 'asset' || more.length > 0) throw new Error('The entry does not have exactly one style sheet.')
  return { file, text: String(asset.source).trim() }
}

function earlyFonts(bundle: Rollup.OutputBundle): string[] {
  return Object.keys(bundle)
    .filter((file) => EARLY_FONTS.test(file))
    .map((file) => `/${file}`)
}

/** Returns boot.ts as minified JavaScript without global names. */
async function bootScript(program: Program): Promise<string> {
  const file = path.join(import.meta.dirname, '../../src/web/delivery/boot.ts')
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
  const body = code.replace(/^export \{.*$/m, '')
  const { code: short } = await minify('boot.js', `(()=>{const PROGRAM=${JSON.stringify(program)};${body}})()`)
  return short.trim()
}

/** Removes the tags with which Vite would load scripts and styles before the page is shown. */
function withoutLoading(html: string): string {
  return html.replaceAll(/\s*<script type="module"[^>]*><\/script>|\s*<link rel="(?:stylesheet|modulepreload)"[^>]*>/g, '')
}

function linkTag(attributes: Record<string, string>): string {
  const list = Object.entries(attributes).map(([name, value]) => (value === '' ? name : `${name}="${value}"`))
  return `<link ${list.join(' ')} />`
}
