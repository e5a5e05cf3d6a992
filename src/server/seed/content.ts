import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { projectRoot } from '#server/config/root.ts'
import {
  seedAccountSchema,
  seedCodeSchema,
  seedCoverageSchema,
  seedPictureSchema,
  seedReadyAnswerSchema,
  seedServiceSchema,
  seedTourSchema,
} from './schemas.ts'

const folder = path.join(projectRoot, 'seed')

export async function readContent() {
  const files = (await readdir(path.join(folder, 'tours'))).toSorted()
  return {
    pictures: z.array(seedPictureSchema).parse(await readJson('pictures.json')),
    tours: await Promise.all(files.map(async (file) => z.array(seedTourSchema).parse(await readJson(`tours/${file}`)))),
    services: z.array(seedServiceSchema).parse(await readJson('services.json')),
    coverage: seedCoverageSchema.parse(await readJson('coverage.json')),
    codes: z.array(seedCodeSchema).parse(await readJson('codes.json')),
    readyAnswers: z.array(seedReadyAnswerSchema).parse(await readJson('ready-answers.json')),
    accounts: z.array(seedAccountSchema).parse(await readJson('accounts.json')),
  }
}

async function readJson(file: string): Promise<unknown> {
  return JSON.parse(await readFile(path.join(folder, file), 'utf8'))
}
