import { getSettings } from '../clock.ts'
import type { Handler } from '../handler.ts'
import { listParams, read } from '../params.ts'
import { paginate } from '../wire.ts'

const listing = listParams({})

/** There is one, as the program was started; switches disable it or narrow the events that it gets. */
export const listWebhookEndpoints: Handler = (store, form, _id, { webhookUrl }) => {
  const page = read(listing, form)
  const { drop, types } = getSettings(store).webhooks
  const endpoint = {
    id: 'we_sandbox',
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created: 0,
    description: null,
    enabled_events: types ?? ['*'],
    livemode: false,
    metadata: {},
    status: drop ? 'disabled' : 'enabled',
    url: webhookUrl,
  }
  return paginate(webhookUrl === undefined ? [] : [endpoint], '/v1/webhook_endpoints', page)
}
