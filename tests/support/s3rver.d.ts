declare module '@20minutes/s3rver' {
  import type { RequestListener } from 'node:http'

  /** Declares only what the tests use, because the package has no types. */
  export default class S3rver {
    constructor(options: {
      directory: string
      silent: boolean
      vhostBuckets: boolean
      configureBuckets: { name: string }[]
      allowMismatchedSignatures?: boolean
    })
    configureBuckets(): Promise<unknown>
    callback(): RequestListener
  }
}
