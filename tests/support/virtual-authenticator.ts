import type { CDPSession, Page } from '@playwright/test'

/** Gives a page its own device, which stores passkeys and always recognises its owner. */
export async function addVirtualAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return new VirtualAuthenticator(session, authenticatorId)
}

class VirtualAuthenticator {
  readonly #session: CDPSession
  readonly #authenticatorId: string

  constructor(session: CDPSession, authenticatorId: string) {
    this.#session = session
    this.#authenticatorId = authenticatorId
  }

  async recognise(isUserVerified: boolean): Promise<void> {
    await this.#session.send('WebAuthn.setUserVerified', { authenticatorId: this.#authenticatorId, isUserVerified })
  }
}
