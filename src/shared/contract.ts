import type { z } from 'zod/mini'
import type { Permission } from '#shared/accounts/permissions.ts'

/** Who may make a call: everyone, readers of the catalogue (signed in, unless it's open to all), signed-in users, or staff with a permission. */
export type Access = 'open' | 'reader' | 'signedIn' | Permission

type Schema = z.ZodMiniType
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface Terms {
  may: Access
  /** Only with a recently confirmed identity. For staff the permission says so (`FRESHLY_PROVEN`). */
  needsProof?: true
  /** By default each parameter of the path is a text of at most 64 characters. */
  params?: Schema
  query?: Schema
  body?: Schema
  /** Without it the answer isn't JSON, or isn't read. */
  returns?: Schema
  /** 200 by default. Of several, the handler sets one. */
  status?: 201 | 202 | readonly [200, 201]
}

/** One call between web and server: both sides are made from it. */
export interface Call extends Terms {
  method: Method
  path: string
}

type Agreed<M extends Method, Path extends string, T extends Terms> = T & { method: M; path: Path }

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? [Name, ...ParamNames<Rest>]
  : Path extends `${string}:${infer Name}`
    ? [Name]
    : []

type Part<C, Name extends string> = C extends { [K in Name]: infer S extends Schema } ? S : never

/** What a call is made with; `z.input` of its schemas. */
export type SentWith<C extends Call> = (ParamNames<C['path']> extends [] ? unknown : { params: PathParams<C> }) &
  ([Part<C, 'query'>] extends [never] ? unknown : { query: z.input<Part<C, 'query'>> }) &
  ([Part<C, 'body'>] extends [never] ? unknown : { body: z.input<Part<C, 'body'>> })

/** What its handler gets: `z.output` of its schemas. */
export interface Received<C extends Call> {
  params: [Part<C, 'params'>] extends [never] ? PathParams<C> : z.output<Part<C, 'params'>>
  query: [Part<C, 'query'>] extends [never] ? undefined : z.output<Part<C, 'query'>>
  body: [Part<C, 'body'>] extends [never] ? undefined : z.output<Part<C, 'body'>>
}

export type Returns<C extends Call> = Part<C, 'returns'>

type PathParams<C extends Call> = Record<ParamNames<C['path']>[number], string>

const PARAM = /:([A-Za-z]+)/g

/** Returns a call’s path with these parameters. */
export function pathOf<Path extends string>({ path }: { path: Path }, params: Readonly<Record<ParamNames<Path>[number], string>>): string {
  const values: Readonly<Record<string, string>> = params
  return path.replaceAll(PARAM, (_, name: string) => encodeURIComponent(values[name] ?? ''))
}

export function paramNames(path: string): string[] {
  return Array.from(path.matchAll(PARAM), ([, name = '']) => name)
}

export function isForStaff({ may }: { may: Access }): boolean {
  return may !== 'open' && may !== 'reader' && may !== 'signedIn'
}

/* @__NO_SIDE_EFFECTS__ */
function call<M extends Method, Path extends string, T extends Terms>(method: M, path: Path, terms: T): Agreed<M, Path, T> {
  return { ...terms, method, path }
}

/* @__NO_SIDE_EFFECTS__ */
export function get<Path extends string, const T extends Terms>(path: Path, terms: T) {
  return call('GET', path, terms)
}

/* @__NO_SIDE_EFFECTS__ */
export function post<Path extends string, const T extends Terms>(path: Path, terms: T) {
  return call('POST', path, terms)
}

/* @__NO_SIDE_EFFECTS__ */
export function put<Path extends string, const T extends Terms>(path: Path, terms: T) {
  return call('PUT', path, terms)
}

/* @__NO_SIDE_EFFECTS__ */
export function remove<Path extends string, const T extends Terms>(path: Path, terms: T) {
  return call('DELETE', path, terms)
}
