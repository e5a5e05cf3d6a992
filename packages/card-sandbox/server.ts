import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { answerCall, requireClient } from './api.ts'
import { answerControl } from './control.ts'
import type { Server } from './control/types.ts'
import { ApiError } from './errors.ts'
import type { WireResponse } from './idempotency.ts'
import { answerPage } from './pages/pages.ts'
import { newId } from './store.ts'

const MAX_BODY = 1_000_000

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_BODY) throw new ApiError(413, 'The request is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function answer(server: Server, request: IncomingMessage): Promise<WireResponse> {
  const { method = 'GET', headers } = request
  const { pathname, search } = new URL(request.url ?? '/', 'http://sandbox')
  const body = await readBody(request)
  server.wake()
  if (pathname === '/healthz') return { status: 200, body: JSON.stringify({ status: 'ok', sandbox: true }) }
  if (pathname.startsWith('/_control/')) {
    requireClient(headers)
    return { status: 200, body: JSON.stringify(await answerControl(server, method, pathname.slice('/_control/'.length), body)) }
  }
  if (pathname.startsWith('/v1/')) {
    requireClient(headers)
    const key = headers['idempotency-key']
    return answerCall(server, {
      method,
      path: pathname,
      query: search.slice(1),
      body,
      idempotencyKey: typeof key === 'string' ? key : undefined,
    })
  }
  const { publicPath } = server
  const path = pathname.startsWith(`${publicPath}/`) ? pathname.slice(publicPath.length) : pathname
  return answerPage(server, { method, path, query: new URLSearchParams(search), form: new URLSearchParams(body) })
}

function toError(failure: unknown): WireResponse {
  if (failure instanceof ApiError) return { status: failure.status, body: failure.body() }
  console.error(failure)
  return { status: 500, body: JSON.stringify({ error: { type: 'api_error', message: 'The card sandbox failed; see its log.' } }) }
}

function write(response: ServerResponse, given: WireResponse): void {
  if (given === 'hang') return
  if (given === 'reset') {
    response.destroy()
    return
  }
  response.writeHead(given.status, { ...JSON_TYPE, 'request-id': newId('req', 14), ...given.headers })
  response.end(given.body)
}

/** Sends each response only after its effects are in the journal. */
export function createListener(server: Server): RequestListener {
  return (request, response) => {
    void answer(server, request)
      .catch(toError)
      .then((given) => {
        write(response, given)
        server.wake()
      })
  }
}
