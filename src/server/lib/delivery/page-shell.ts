import { headTags, type PageHead } from './page-head.ts'
import { contentSecurityPolicy } from './page-policy.ts'

const HTML = '<html'
/** The one inline script of the build, which starts the program; JSON-LD begins differently. */
const SCRIPT = '<script>'
const ROOT = '<div id="root">'
/** How the tags begin that say something of the home page alone. */
const OF_HOME = ['<meta name="description"', '<meta name="twitter:card"', '<meta property="og:', '<link rel="preload" as="image"']

/** index.html: its beginning, up to the title, up to what React writes, and from behind that on. */
type Parts = [start: string, beforeTitle: string, beforeRoot: string, end: string]

interface PageParts {
  head: PageHead
  /** The page of the program that goes on where this one ends, from "/" on. */
  page: string
  /** What belongs into `#root`. */
  markup: string
}

/** The prerendered index.html as the frame of other pages: their styles and the script that starts the program are the same. */
export class PageShell {
  /** What is inline in the shell is all that may run: JSON-LD is data, which a browser never runs. */
  readonly policy: string
  readonly #parts: Parts
  readonly #ownPaths: ReadonlySet<string>

  /** `ownPaths`: the pages that have an address without a hash. Throws when the page is not as the build makes it. */
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

  /** Returns a page that has no counterpart in the program, and so stays as it is: nothing of the program is loaded. */
  composeStill(parts: PageParts): string {
    const [before, inScript] = cutAt(this.compose(parts), SCRIPT)
    return before + cutAt(inScript, '</script>')[1]
  }

  /**
   * Turns the links of the program, which begin with a hash, into ones that lead somewhere from any address and without a script. In
   * text the quotation mark is escaped, so that only real links are met.
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
