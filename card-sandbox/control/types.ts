import type { Api } from '../api.ts'
import type { FormObject } from '../form.ts'
import type { Sender } from '../webhooks.ts'

/** The longest that a control endpoint waits for deliveries. */
export const WAIT_MS = 10_000

/** What a control endpoint works with. `wake` lets the clock and the sender act at once. */
export interface Controls extends Api {
  sender: Sender
  wake(): void
}

export type Control = (controls: Controls, form: FormObject) => object | Promise<object>

/** What the server needs besides the controls. */
export interface Server extends Controls {
  merchant: string
}
