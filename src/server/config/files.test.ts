import { expect, test } from 'vitest'
import { loadConfig } from '../config.ts'
import { s3Settings } from './files.ts'

const BUCKET = { S3_BUCKET: 'meridian-photos', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }

test('without any settings, files go to the data folder and S3 is not set up', () => {
  expect(loadConfig({}).filesIn).toBe('folder')
  expect(s3Settings(loadConfig({}))).toBeUndefined()
})

test('a bucket and its key are enough: new files go there unless FILES_IN says otherwise', () => {
  expect(s3Settings(loadConfig(BUCKET))).toEqual({
    endpoint: undefined,
    region: 'us-east-1',
    bucket: 'meridian-photos',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    pathStyle: false,
    prefix: '',
  })
  expect(loadConfig(BUCKET).filesIn).toBe('s3')
  expect(loadConfig({ ...BUCKET, FILES_IN: 'folder' }).filesIn).toBe('folder')
})

test('the prefix is a separate folder, with or without a trailing slash', () => {
  for (const S3_PREFIX of ['sites/meridian', 'sites/meridian/']) {
    expect(s3Settings(loadConfig({ ...BUCKET, S3_PREFIX }))?.prefix).toBe('sites/meridian/')
  }
})

test.each([
  [{ FILES_IN: 'disk' }, 'FILES_IN: must be folder or s3.'],
  [{ FILES_IN: 's3' }, 'S3_BUCKET: is required with'],
  [{ S3_ENDPOINT: 'https://s3.example.com' }, 'S3_BUCKET: is required with'],
  [{ S3_SECRET_ACCESS_KEY: 'secret' }, 'S3_BUCKET: is required with'],
  [{ S3_BUCKET: 'photos' }, 'S3_ACCESS_KEY_ID: is required with S3_BUCKET.\nS3_SECRET_ACCESS_KEY: is required with S3_BUCKET.'],
  [{ ...BUCKET, S3_BUCKET: 'a/b' }, 'S3_BUCKET: must be the name of a bucket.'],
  [{ ...BUCKET, S3_ENDPOINT: 's3.example.com' }, 'S3_ENDPOINT: must be an address such as'],
  [{ ...BUCKET, S3_REGION: 'eu west' }, 'S3_REGION: must be a region such as eu-west-2.'],
  [{ ...BUCKET, S3_PATH_STYLE: 'yes' }, 'S3_PATH_STYLE: must be 1 or 0.'],
  [{ ...BUCKET, S3_PREFIX: '../others' }, 'S3_PREFIX: must be a folder in the bucket'],
  [{ ...BUCKET, S3_PREFIX: '/photos' }, 'S3_PREFIX: must be a folder in the bucket'],
])('%j is refused', (environment, message) => {
  expect(() => loadConfig(environment)).toThrow(message)
})
