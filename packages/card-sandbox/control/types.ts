import type { Api } from '../api.ts'
import type { FormObject } from '../params.ts'
import type { Sender } from '../webhooks.ts'

export const WAIT_MS = 10_000

/** `wake` makes the clock and the sender act at once. */
export interface Controls extends Api {
  sender: Sender
  wake(): void
}

export type Control = (controls: Controls, form: FormObject) => object | Promise<object>

export interface Server extends Controls {
  merchant: string
}
