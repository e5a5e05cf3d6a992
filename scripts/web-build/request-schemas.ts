import { parseSync, Visitor } from 'rolldown/utils'
import type { Plugin } from 'vite'

const OF_REQUEST = new Set(['body', 'params', 'query'])
const MAKERS = new Set(['get', 'post', 'put', 'remove'])

/** Leaves the schemas of requests out of the pages’ scripts: only the server checks them, and the web needs just their types. */
export function requestSchemas(): Plugin {
  return {
    name: 'meridian:request-schemas',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/shared\/[\w-]+\/([\w-]+-)?calls\.ts$/ },
      handler: (code) => ({ code: withoutRequestSchemas(code), map: null }),
    },
  }
}

/** Blanks them out, so that source maps stay right. What they alone needed is removed as unused. */
export function withoutRequestSchemas(code: string): string {
  let left = code
  const blank = (start: number, end: number) => {
    const behind = /^\s*,/.exec(left.slice(end))?.[0].length ?? 0
    const text = left.slice(start, end + behind)
    left = left.slice(0, start) + text.replaceAll(/\S/g, ' ') + left.slice(end + behind)
  }
  const strip = (terms: Terms) => {
    for (const { type, key, start, end } of terms.properties) {
      if (type === 'Property' && key?.type === 'Identifier' && OF_REQUEST.has(key.name ?? '')) blank(start, end)
    }
  }
  new Visitor({
    CallExpression: ({ callee, arguments: [, terms] }) => {
      if (callee.type === 'Identifier' && MAKERS.has(callee.name) && terms?.type === 'ObjectExpression') strip(terms as Terms)
    },
    ObjectExpression: (terms) => {
      // Terms that several contracts share.
      const isTerms = (terms as Terms).properties.some(({ key }) => key?.type === 'Identifier' && key.name === 'may')
      if (isTerms) strip(terms as Terms)
    },
  }).visit(parseSync('calls.ts', code).program)
  return left
}

interface Terms {
  properties: { type: string; key?: { type: string; name?: string }; start: number; end: number }[]
}
