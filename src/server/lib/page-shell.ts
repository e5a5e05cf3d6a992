import { headTags, type PageHead } from './page-head.ts'
import { contentSecurityPolicy } from './site-page.ts'

/** index.html before its title, before its `<main>`, and after it. */
const SHELL = /^(.*?<html)(.*?)<title>.*?<\/title>(.*?<main[^>]*>).*(<\/main>.*)$/s
/** What index.html says of the home page alone. */
const OF_HOME = /\s*<(?:meta (?:name="(?:description|twitter:card)"|property="og:[^"]*")|link rel="preload" as="image")[^>]*>/g

interface PageParts {
  head: PageHead
  /** The page of the program that goes on where this one ends, from "/" on. */
  page: string
  /** What belongs into `<main>`. */
  markup: string
}

/** The prerendered index.html as the frame of other pages: their styles, header, footer and start script are the same. */
export class PageShell {
  /** What is inline in the shell is all that may run: JSON-LD is data, which a browser never runs. */
  readonly policy: string
  readonly #parts: [start: string, beforeTitle: string, beforeMain: string, end: string]
  readonly #ownPaths: ReadonlySet<string>

  /** `ownPaths`: the pages that have an address without a hash. Throws when the page is not as the build makes it. */
  constructor(html: string, ownPaths: readonly string[]) {
    const [, start, beforeTitle, beforeMain, end] = SHELL.exec(html) ?? []
    if (start === undefined || beforeTitle === undefined || beforeMain === undefined || end === undefined) {
      throw new Error('index.html has no title or no <main>')
    }
    this.#ownPaths = new Set(ownPaths)
    this.policy = contentSecurityPolicy(html)
    const rest = [beforeTitle, beforeMain].map((part) => part.replace(OF_HOME, ''))
    this.#parts = [start, rest[0] ?? '', this.#withAddresses(rest[1] ?? ''), this.#withAddresses(end)]
  }

  compose({ head, page, markup }: PageParts): string {
    const [start, beforeTitle, beforeMain, end] = this.#parts
    const content = this.#withAddresses(markup)
    return `${start} data-page="${page}"${beforeTitle}${headTags(head)}${beforeMain}${content}${end}`
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
