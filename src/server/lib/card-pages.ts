import httpProxy from '@fastify/http-proxy'
import type { FastifyInstance } from 'fastify'

/**
 * Serves the sandbox's hosted checkout page and receipts under the site's own origin, without passing cookies in either
 * direction. `port()` is undefined while the sandbox is down.
 */
export function addCardPages(app: FastifyInstance, port: () => number | undefined): void {
  void app.register(httpProxy, {
    prefix: '/card-sandbox',
    upstream: '',
    // The proxy would log the URLs, which contain session names.
    disableRequestLogging: true,
    // The pages redirect to relative URLs, which need no rewriting.
    internalRewriteLocationHeader: false,
    replyOptions: {
      getUpstream: () => `http://127.0.0.1:${port() ?? 9}`,
      rewriteRequestHeaders: (request, { cookie: _cookie, authorization: _authorization, ...headers }) => ({
        ...headers,
        'x-forwarded-host': request.headers.host ?? '',
      }),
      rewriteHeaders: ({ 'set-cookie': _setCookie, ...headers }) => headers,
    },
  })
}
