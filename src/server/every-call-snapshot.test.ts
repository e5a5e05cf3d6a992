import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { RouteOptions } from 'fastify'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { parseSync, Visitor } from 'rolldown/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { STATUS_BY_CODE } from '#shared/errors.ts'
import { projectRoot } from '#server/config/root.ts'
import { Recorder, type Answer, type Route } from '../../tests/support/recorded-answers.ts'
import { createTestApp, NO_LIMITS, type TestApp } from '../../tests/support/test-app.ts'

const SNAPSHOT = path.join(projectRoot, 'tests/calls.snapshot.txt')
const METHODS = ['GET', 'POST', 'PUT', 'DELETE']
/** The built pages and files: whether there is a build changes nothing about a call. */
const OF_THE_BUILD = /^\/($|index\.html|assets\/|art\/|coast\/|[^/]+\.(png|ico|svg|webmanifest|webp|jpg|js|txt|html)$)/
/** Shorter schemas are easier to read where they are used. */
const LONG = 160

let site: TestApp
const registered: RouteOptions[] = []
/** Long schemas and the bodies of responses, each written once under a short name. */
const named = { schemas: new Map<string, string>(), bodies: new Map<string, string>() }

beforeAll(async () => {
  site = await createTestApp(NO_LIMITS, { onRoute: (route) => registered.push(route) })
})
afterAll(async () => site.close())

function nameFor(kind: keyof typeof named, start: string, text: string): string {
  const name = `${start}~${createHash('sha256').update(text).digest('hex').slice(0, 6)}`
  const earlier = named[kind].get(name)
  if (earlier !== undefined && earlier !== text) throw new Error(`Two ${kind} are called ${name}.`)
  named[kind].set(name, text)
  return name
}

function listRoutes(): Route[] {
  const routes = registered
    .filter(({ url }) => isOurs(url))
    .flatMap((options) => [options.method].flat().map((method) => ({ method: method as Route['method'], url: options.url, options })))
  return routes.filter(({ method }) => METHODS.includes(method)).toSorted((a, b) => byText(callOf(a), callOf(b)))
}

function isOurs(url: string): boolean {
  return url === '/robots.txt' || !OF_THE_BUILD.test(url)
}

function callOf({ method, url }: Route): string {
  return `${url} ${method}`
}

function byText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

const jsonSchemas = createJsonSchemaTransform({ zodToJsonConfig: { unrepresentable: 'any' } })

function describeRoute({ url, options }: Route): string[] {
  const {
    schema: { hide, ...schema } = {},
    config = {},
    bodyLimit,
    preHandler,
    onRequest,
  } = options as RouteOptions & { schema?: object & { hide?: boolean } }
  const { url: _url, method: _method, ...settings } = config as Record<string, unknown>
  const { response = {}, ...request } = jsonSchemas({ schema, url, route: options, openapiObject: { openapi: '3.0.3' } }).schema as Record<
    string,
    object
  >
  const hooks = { onRequest: [onRequest ?? []].flat().length, preHandler: [preHandler ?? []].flat().length }
  const facts = Object.entries({ ...settings, bodyLimit, hidden: hide, ...hooks }).filter(([, value]) => value)
  return [
    ...facts.map(([name, value]) => `${name}: ${String(value)}`),
    ...Object.entries(request).map(([name, part]) => `${name}: ${schemaText(part)}`),
    ...Object.entries(response).map(([status, part]) => `response ${status}: ${schemaText(part)}`),
  ]
}

function schemaText(schema: unknown): string {
  const text = JSON.stringify(schema)
  return text.length < LONG ? text : nameFor('schemas', 'schema', text)
}

function describeAnswers(answers: Answer[]): string[] {
  const groups = Map.groupBy(answers, ({ status, body, code }) =>
    body.length < 40 ? `${status} ${body}` : `${status} ${nameFor('bodies', code ?? (status < 400 ? 'ok' : 'page'), body)}`,
  )
  return [...groups].map(([answer, alike]) => `→ ${answer}: ${alike.map(({ sent }) => sent).join(', ')}`)
}

async function describeOtherMethods(routes: Route[]): Promise<string[]> {
  const lines: string[] = []
  for (const url of new Set(routes.map((route) => route.url))) {
    const answers = []
    for (const method of [...METHODS, 'PATCH', 'OPTIONS', 'HEAD'] as const) {
      if (routes.some((route) => route.url === url && route.method === method)) continue
      const headers = { host: new URL(site.origin).host, origin: site.origin }
      const { statusCode } = await site.app.inject({ method: method as 'PATCH', url: url.replaceAll(/:\w+|\*/g, 'x'), headers })
      answers.push(`${method} ${statusCode}`)
    }
    lines.push(`${url} ${answers.join(', ')}`)
  }
  return lines
}

/** Returns the calls that a signed-out visitor may make only if the catalogue is open. */
async function describeOpenCatalogue(routes: Route[]): Promise<string[]> {
  const open = await createTestApp({ ...NO_LIMITS, OPEN_CATALOGUE: '1' })
  const lines: string[] = []
  try {
    for (const { method, url } of routes) {
      const address = url.replaceAll(/:\w+|\*/g, 'x')
      const [before, after] = [await site.visitor().request(method, address, {}, {}), await open.visitor().request(method, address, {}, {})]
      if (before.status !== after.status) lines.push(`${method} ${url} ${before.status} → ${after.status}`)
    }
  } finally {
    await open.close()
  }
  return lines
}

async function describeDocument(): Promise<string[]> {
  const { json } = await site.visitor().get('/openapi.json')
  const { paths, ...head } = json as { paths: Record<string, Record<string, object>> }
  const operations = Object.entries(paths)
    .filter(([url]) => isOurs(url))
    .flatMap(([url, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const text = JSON.stringify(operation, (key, value: unknown) => (key === 'schema' ? schemaName(value) : value))
        return `${url} ${method} ${text}`
      }),
    )
  return [JSON.stringify(head), ...operations.toSorted(byText)]
}

function schemaName(schema: unknown): unknown {
  return JSON.stringify(schema).length < LONG ? schema : schemaText(schema)
}

type Node = ReturnType<typeof parseSync>['program'] | object

/**
 * Returns `code: message` of each error that the sources throw, even if no request of this test provokes it; `…` stands for
 * inserted values. Messages that a caller passes in are missing.
 */
function listMessages(): string[] {
  const files = ['src/server', 'src/shared'].flatMap((folder) =>
    readdirSync(path.join(projectRoot, folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(projectRoot, folder, name)),
  )
  const programs = files
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.d.ts'))
    .map((name) => parseSync('source.ts', readFileSync(name, 'utf8')).program)
  const everywhere = new Map<string, string[][]>()
  const perProgram = programs.map((program) => {
    const own = new Map<string, string[]>()
    const note = (name: string | undefined, node: Node | null) => {
      if (name !== undefined && node) own.set(name, [...(own.get(name) ?? []), ...textsIn(node)])
    }
    new Visitor({
      VariableDeclarator: ({ id, init }) => note(id.type === 'Identifier' ? id.name : undefined, init),
      FunctionDeclaration: ({ id, body }) => note(id?.name, body),
    }).visit(program)
    for (const [name, texts] of own) everywhere.set(name, [...(everywhere.get(name) ?? []), texts])
    return { program, own }
  })
  const found = new Set<string>()
  for (const { program, own } of perProgram) {
    const textsOf = (name: string) => own.get(name) ?? onlyOne(everywhere.get(name)) ?? []
    new Visitor({
      NewExpression: ({ callee, arguments: details }) => {
        if (callee.type !== 'Identifier' || callee.name !== 'AppError') return
        const texts = [...new Set(textsIn(details, textsOf))]
        const codes = texts.filter((text) => text in STATUS_BY_CODE).join(' or ')
        for (const message of texts.filter(isSentence)) found.add(`${codes}: ${message}`)
      },
      CallExpression: ({ callee, arguments: what }) => {
        if (callee.type !== 'Identifier' || callee.name !== 'notFound') return
        for (const name of textsIn(what, textsOf)) found.add(`not_found: ${name} not found`)
      },
    }).visit(program)
  }
  return [...found].toSorted(byText)
}

function onlyOne<T>(found: readonly T[] = []): T | undefined {
  return found.length === 1 ? found[0] : undefined
}

function isSentence(text: string): boolean {
  return /^[A-Z…].* |^\S+ \S+ \S/.test(text)
}

/** Returns the texts in an expression, including those that `textsOf` knows for a constant or a function. */
function textsIn(node: Node, textsOf: (name: string) => string[] = () => []): string[] {
  const found: string[] = []
  JSON.stringify(node, (key, value: Node & { type?: string; name?: string; value?: unknown; quasis?: { value: { cooked: string } }[] }) => {
    // Neither the names of fields nor inserted values are part of a message.
    if (key === 'key' || key === 'property' || key === 'expressions') return undefined
    if (value?.type === 'Literal' && typeof value.value === 'string') found.push(value.value)
    if (value?.type === 'TemplateLiteral') found.push(value.quasis?.map((part) => part.value.cooked).join('…') ?? '')
    if (value?.type === 'Identifier') found.push(...textsOf(value.name ?? ''))
    return typeof value === 'bigint' ? undefined : value
  })
  return found
}

function listNamed(kind: keyof typeof named): string[] {
  return [...named[kind]].map(([name, text]) => `${name} ${text}`).toSorted(byText)
}

test('every call, its permission, its schemas and its answers to unwelcome requests are those of the snapshot', async () => {
  const routes = listRoutes()
  const recorder = new Recorder(site)
  const described: string[] = []
  for (const route of routes) {
    const answers = await recorder.record(route)
    described.push(
      ['', `${route.method} ${route.url}`, ...[...describeRoute(route), ...describeAnswers(answers)].map((line) => `  ${line}`)].join('\n'),
    )
  }
  const otherMethods = await describeOtherMethods(routes)
  const document = await describeDocument()
  const parts: [string, string[]][] = [
    ['Error codes', Object.entries(STATUS_BY_CODE).map(([code, status]) => `${code} ${status}`)],
    ['Error messages in the sources', listMessages()],
    ['Calls', described],
    ['Other methods', otherMethods],
    ['Signed out, with an open catalogue', await describeOpenCatalogue(routes)],
    ['OpenAPI document', document],
    ['Bodies', listNamed('bodies')],
    ['Schemas', listNamed('schemas')],
  ]
  const text = parts.map(([title, lines]) => `# ${title}\n\n${lines.join('\n')}\n`).join('\n')
  await expect(text, 'A call has changed. If that is intended, run: npm run test:unit -- every-call-snapshot -u').toMatchFileSnapshot(
    SNAPSHOT,
  )
}, 300_000)
