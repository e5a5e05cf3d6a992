import type { Page } from '@playwright/test'
import { goTo } from './go-to.ts'
import { live } from './live.ts'

const NOT_FOUND = 'Page Not Found'

interface Seen {
  title: string
  h1: string
  links: { href: string; raw: string; text: string; target: string; rel: string; label: string }[]
  missingAnchor: boolean
}

/** Follows every link in one tab, by the hash, and records faults. */
export class LinkWalk {
  readonly faults: string[] = []
  /** The paths of all linked pages, without query and anchor. */
  readonly paths = new Set<string>()
  readonly #page: Page
  readonly #queue: { address: string; from: string }[] = []
  readonly #known = new Set<string>()
  #at = '/'
  #last: Seen | undefined

  constructor(page: Page) {
    this.#page = page
    page.on('console', (message) => {
      if (message.type() === 'error') this.#fault(`the console says ${message.text()}`)
    })
    page.on('pageerror', (error) => this.#fault(`a script failed: ${error.message}`))
    page.on('response', (response) => {
      if (response.status() >= 400) this.#fault(`${response.status()} for ${response.url()}`)
    })
    page.on('requestfailed', (request) => {
      const why = request.failure()?.errorText ?? ''
      // Leaving a page cancels what it was still loading.
      if (why !== 'net::ERR_ABORTED') this.#fault(`${request.url()} failed: ${why}`)
    })
  }

  async start(): Promise<void> {
    await this.#page.goto('/#/')
    await live(this.#page)
    this.#note('/', 'the start')
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) await this.#visit(next)
  }

  async #visit({ address, from }: { address: string; from: string }): Promise<void> {
    this.#at = address
    const seen = await this.#open(address)
    if (!seen) return this.#fault(`(linked from ${from}) shows no heading`)
    if (seen.title === this.#last?.title && seen.h1 !== this.#last.h1) this.#fault(`has the title of the page before: ${seen.title}`)
    this.#last = seen
    if (!seen.title.includes(' · ')) this.#fault(`has no title: ${seen.title}`)
    if (seen.h1 === NOT_FOUND) this.#fault(`(linked from ${from}) is the not-found page`)
    if (seen.missingAnchor) this.#fault(`(linked from ${from}) names a part that is not there`)
    for (const link of seen.links) this.#look(link)
  }

  async #open(address: string): Promise<Seen | undefined> {
    if (!(await goTo(this.#page, address))) return undefined
    return this.#page.evaluate(() => {
      const anchor = location.hash.slice(1).split('#')[1]
      return {
        title: document.title,
        h1: document.querySelector('main h1')?.textContent ?? '',
        missingAnchor: anchor !== undefined && document.getElementById(decodeURIComponent(anchor)) === null,
        links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map((link) => ({
          href: link.href,
          raw: link.getAttribute('href') ?? '',
          text: link.textContent?.trim() ?? '',
          target: link.target,
          rel: link.rel,
          label: link.getAttribute('aria-label') ?? link.querySelector('[aria-label], img[alt]')?.getAttribute('aria-label') ?? '',
        })),
      }
    })
  }

  #look({ href, raw, text, label, target, rel }: Seen['links'][number]): void {
    if (text === '' && label === '') this.#fault(`has a link without words: ${raw}`)
    if (raw === '#main') return
    if (raw.startsWith('#/')) return this.#note(raw.slice(1), this.#at)
    if (raw.startsWith('#')) return this.#fault(`has a link to a part that the router would take for a page: ${raw}`)
    if (raw.startsWith('mailto:')) return this.#expect(/^mailto:[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(raw), `has a wrong address: ${raw}`)
    if (raw.startsWith('tel:')) return this.#expect(/^tel:\+\d{7,15}$/.test(raw), `has a wrong number: ${raw}`)
    const isOurs = new URL(href).origin === new URL(this.#page.url()).origin
    if (isOurs) return this.#expect(raw.startsWith('/'), `has a link out of the router: ${raw}`)
    this.#expect(href.startsWith('https:'), `has a link that is not safe: ${raw}`)
    this.#expect(target !== '_blank' || /\b(noopener|noreferrer)\b/.test(rel), `opens ${raw} with a hold on this page`)
  }

  #note(address: string, from: string): void {
    if (this.#known.has(address)) return
    this.#known.add(address)
    this.paths.add(pathOf(address))
    this.#queue.push({ address, from })
  }

  #expect(isRight: boolean, fault: string): void {
    if (!isRight) this.#fault(fault)
  }

  #fault(what: string): void {
    const fault = `${this.#at} ${what}`
    if (!this.faults.includes(fault)) this.faults.push(fault)
  }
}

function pathOf(address: string): string {
  return new URL(address, 'http://page').pathname
}
