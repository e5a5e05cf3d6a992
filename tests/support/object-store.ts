import crypto from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'

const BUCKET = 'photos'
/** The server's only key, with which it checks the signatures of calls. */
const ACCESS = { S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }

// The package encrypts its page tokens with single DES, which OpenSSL 3 dropped; triple DES with the same key three times is equivalent.
const triple = (key: Buffer) => Buffer.concat([key, key, key])
const { createCipheriv, createDecipheriv } = crypto
Object.assign(crypto, {
  createCipheriv: (name: string, key: Buffer, iv: Buffer) =>
    name === 'des' ? createCipheriv('des-ede3-cbc', triple(key), iv) : createCipheriv(name, key, iv),
  createDecipheriv: (name: string, key: Buffer, iv: Buffer) =>
    name === 'des' ? createDecipheriv('des-ede3-cbc', triple(key), iv) : createDecipheriv(name, key, iv),
})

/** An S3 server on loopback (the package s3rver), with its objects in a separate folder. */
export interface ObjectStore {
  /** The settings with which a site uses it. */
  settings: Record<string, string>
  /** The calls so far, such as `PUT /photos/avatars/…`. */
  calls: string[]
  /** Called before each request. */
  onCall: ((call: IncomingMessage) => void) | undefined
  /** Stops listening. */
  leave(): Promise<void>
  /** Listens again with the same objects, and accepts uploads. */
  comeBack(): Promise<void>
  /** Makes uploads begin and never end. Resolves once the first has begun. */
  stallUploads(): Promise<void>
  close(): Promise<void>
}

export async function startObjectStore(prefix = ''): Promise<ObjectStore> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'meridian-objects-'))
  const options = { directory, silent: true, vhostBuckets: false, configureBuckets: [{ name: BUCKET }] }
  const program = new S3rver(options)
  await program.configureBuckets()
  const handle = program.callback()
  // s3rver drops the query of /photos/?list-type=2 when it checks the signature, so that call's signature is not checked.
  const handleLists = new S3rver({ ...options, allowMismatchedSignatures: true }).callback()
  const calls: string[] = []
  let stalled: (() => void) | undefined
  let server = createServer()
  const listen = async (port: number) => {
    server = createServer((request, response) => {
      calls.push(`${request.method} ${request.url}`)
      store.onCall?.(request)
      if (stalled && request.method === 'PUT') return stalled()
      // s3rver accepts unsigned calls; real storage does not.
      if (!request.headers.authorization) return void response.writeHead(403).end()
      return (request.url?.includes('list-type=2') ? handleLists : handle)(request, response)
    })
    await once(server.listen(port, '127.0.0.1'), 'listening')
  }
  const leave = async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
  await listen(0)
  const { port } = server.address() as AddressInfo

  const store: ObjectStore = {
    settings: { S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: BUCKET, S3_PATH_STYLE: '1', S3_PREFIX: prefix, ...ACCESS },
    calls,
    onCall: undefined,
    leave,
    async comeBack() {
      stalled = undefined
      await listen(port)
    },
    stallUploads: async () => new Promise((resolve) => (stalled = resolve)),
    async close() {
      if (server.listening) await leave()
      await rm(directory, { recursive: true })
    },
  }
  return store
}
