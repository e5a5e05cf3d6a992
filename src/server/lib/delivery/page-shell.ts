import { headTags, type PageHead } from './page-head.ts'
import { contentSecurityPolicy } from './page-policy.ts'

const HTML = '<html'
/** The build's only inline script, which starts the app; JSON-LD begins differently. */
const SCRIPT = '<script>'
const ROOT = '<div id="root">'
/** Prefixes of the tags that apply to the home page only. */
const OF_HOME = ['<meta name="description"', '<meta name="twitter:card"', '<meta property="og:', '<link rel="preload" as="image"']

/** index.html, split before the title, before React's output, and after it. */
type Parts = [start: string, beforeTitle: string, beforeRoot: string, end: string]

interface PageParts {
  head: PageHead
  /** The app's page that continues from this one, beginning with "/". */
  page: string
  /** The contents of `#root`. */
  markup: string
}

/** Uses the prerendered index.html as a frame for other pages, which share its styles and the script that starts the app. */
export class PageShell {
  /** Allows only the shell's own inline scripts: JSON-LD is data, which browsers never run. */
  readonly policy: string
  readonly #parts: Parts
  readonly #ownPaths: ReadonlySet<string>

  /** `ownPaths` are the pages that have a URL without a hash. Throws if the HTML does not have the build's structure. */
  constructor(html: string, ownPaths: readonly string[]) {
    this.#ownPaths = new Set(ownPaths)
    this.policy = contentSecurityPolicy(html)
    this.#parts = partsOf(html)
  }

  compose({ head, page, markup }: PageParts): string {
    const [start, beforeTitle, beforeRoot, end] = this.#parts
    const content = this.#withAddresses(markup)
    return `${start} data-page="${page}"${beforeTitle}${headTags(head)}${beforeRoot}${content}${end}`
  }

  /** Composes a page that has no counterpart in the app and stays static, so that nothing of the app is loaded. */
  composeStill(parts: PageParts): string {
    const [before, inScript] = cutAt(this.compose(parts), SCRIPT)
    return before + cutAt(inScript, '</script>')[1]
  }

  /**
   * Turns the app's hash links into ones that work from any URL and without a script. In text the quotation mark is
   * escaped, so only real links match.
   */
  #withAddresses(markup: string): string {
    return markup.replaceAll(/ href="#(\/[^"?#]*)((?:[?#][^"]*)?)"/g, (_link, path: string, rest: string) => {
      const isOwn = path === '/' || this.#ownPaths.has(path)
      return ` href="${isOwn ? path : `/#${path}`}${rest}"`
    })
  }
}

function partsOf(html: string): Parts {
  const [start, inHtml] = cutAt(html, HTML)
  const [beforeTitle, inTitle] = cutAt(inHtml, '<title>')
  const [beforeRoot, inRoot] = cutAt(cutAt(inTitle, '</title>')[1], ROOT)
  const end = inRoot.lastIndexOf('</div>', inRoot.lastIndexOf('<noscript>'))
  if (end < 0) throw notAsBuilt()
  return [`${start}${HTML}`, withoutHome(beforeTitle), `${withoutHome(beforeRoot)}${ROOT}`, inRoot.slice(end)]
}

function cutAt(text: string, mark: string): [before: string, behind: string] {
  const at = text.indexOf(mark)
  if (at < 0) throw notAsBuilt()
  return [text.slice(0, at), text.slice(at + mark.length)]
}

function notAsBuilt(): Error {
  return new Error('index.html has no title, no #root or no script')
}

function withoutHome(head: string): string {
  return head.replaceAll(/<(?:meta|link) [^<>]*>\s*/g, (tag) => (OF_HOME.some((start) => tag.startsWith(start)) ? '' : tag))
}
