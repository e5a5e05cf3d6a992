import { headTags, type PageHead } from './page-head.ts'
import { contentSecurityPolicy } from './site-page.ts'

/** index.html before its title, before what React writes, and after it. */
const SHELL = /^(.*?<html)(.*?)<title>.*?<\/title>(.*?<div id="root">).*(<\/div>\s*<noscript>.*)$/s
/** What index.html says of the home page alone. */
const OF_HOME = /\s*<(?:meta (?:name="(?:description|twitter:card)"|property="og:[^"]*")|link rel="preload" as="image")[^>]*>/g

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
  readonly #parts: [start: string, beforeTitle: string, beforeRoot: string, end: string]
  readonly #ownPaths: ReadonlySet<string>

  /** `ownPaths`: the pages that have an address without a hash. Throws when the page is not as the build makes it. */
  constructor(html: string, ownPaths: readonly string[]) {
    const [, start, beforeTitle, beforeRoot, end] = SHELL.exec(html) ?? []
    if (start === undefined || beforeTitle === undefined || beforeRoot === undefined || end === undefined) {
      throw new Error('index.html has no title or no #root')
    }
    this.#ownPaths = new Set(ownPaths)
    this.policy = contentSecurityPolicy(html)
    this.#parts = [start, beforeTitle.replace(OF_HOME, ''), beforeRoot.replace(OF_HOME, ''), end]
  }

  compose({ head, page, markup }: PageParts): string {
    const [start, beforeTitle, beforeRoot, end] = this.#parts
    const content = this.#withAddresses(markup)
    return `${start} data-page="${page}"${beforeTitle}${headTags(head)}${beforeRoot}${content}${end}`
  }

  /**
   * Turns the links of the program, which begin with a hash, into ones that lead somewhere from any address and without a script. In
   * text the quotation mark is escaped, so that only real links are met.
   */
  #withAddresses(markup: string): string {
    return markup.replaceAll(/ href="#(\/[^"?#]*)([^"]*)"/g, (_link, path: string, rest: string) => {
      const isOwn = path === '/' || this.#ownPaths.has(path)
      return ` href="${isOwn ? path : `/#${path}`}${rest}"`
    })
  }
}
