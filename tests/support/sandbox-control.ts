import { SANDBOX_KEY } from '../../packages/card-sandbox/api.ts'

/** The card sandbox's control API; its names and bodies are listed in packages/card-sandbox/README.md. */
export class SandboxControl {
  readonly url: string

  constructor(url: string) {
    this.url = url
  }

  async tell(name: string, body: object = {}): Promise<unknown> {
    return this.#call('POST', name, JSON.stringify(body))
  }

  /** Pays a session as if the customer had done so in the hosted checkout. */
  async pay(session: string, options: { card?: string; force?: boolean; delayed?: boolean; wait?: boolean } = {}): Promise<unknown> {
    return this.tell('pay', { session, wait: true, ...options })
  }

  // The shape of the dump is up to the sandbox; the tests pick what they assert.
  // oxlint-disable-next-line typescript/no-explicit-any
  async state(): Promise<any> {
    return this.#call('GET', 'state')
  }

  async #call(method: string, name: string, body?: string): Promise<unknown> {
    const response = await fetch(`${this.url}/_control/${name}`, {
      method,
      headers: { authorization: `Bearer ${SANDBOX_KEY}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`card sandbox ${name}: ${response.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
}
