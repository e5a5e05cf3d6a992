import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '#server/config.ts'
import { easterSunday } from './holidays.ts'
import { readerOf } from './search-text.ts'
import { readVocabulary, VocabularyError } from './vocabulary.ts'

const TODAY = '2026-12-22'

/** Returns a copy of the program's folder with these files added or replaced. */
async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-search-'))
  onTestFinished(async () => rm(folder, { recursive: true }))
  await cp(loadConfig({}).SEARCH_FOLDER, folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text)
  return folder
}

test('an agency adds a language, feasts and places of its own', async () => {
  const folder = await folderWith({
    'it.json': '\uFEFF{ "fillers": ["voglio", "andare", "a"], "relative": { "domani": ["day", 1] } }',
    'feasts.json': '[{ "names": ["company outing"], "on": { "spans": ["2027-05-03/2027-05-05"] } }]',
    'places.json': '[{ "find": "new york", "names": ["Nuova York"] }]',
  })
  const { read } = readerOf(await readVocabulary(folder))
  expect(read('Voglio andare a Nuova York domani', TODAY)).toEqual({ day: '2026-12-23', words: ['new', 'york'] })
  expect(read('company outing', TODAY)).toEqual({ span: { from: '2027-05-03', to: '2027-05-05' }, words: [] })
})

test.each([
  ['it.json', '{ "fillers": ["a",] }', /^SEARCH_FOLDER: it\.json is not JSON: .+\.$/],
  ['it.json', '{ "filers": ["a"] }', /^SEARCH_FOLDER: it\.json: .+"filers"/],
  ['it.json', '{ "months": [["gennaio"]] }', /^SEARCH_FOLDER: it\.json, months: .+\.$/],
  ['feasts.json', '[{ "names": ["x"], "on": { "from": "02-30" } }]', /^SEARCH_FOLDER: feasts\.json, 0, on, from: .+\.$/],
  [
    'places.json',
    '[{ "find": "", "names": [] }]',
    /^SEARCH_FOLDER: places\.json, 0, find: .+\.\nSEARCH_FOLDER: places\.json, 0, names: .+\.$/,
  ],
])('a fault in %s is named: %s', async (file, text, message) => {
  const folder = await folderWith({ [file]: text })
  await expect(readVocabulary(folder)).rejects.toThrow(VocabularyError)
  await expect(readVocabulary(folder)).rejects.toThrow(message)
})

test('a folder that is not there is named', async () => {
  const folder = path.join(os.tmpdir(), 'nowhere')
  await expect(readVocabulary(folder)).rejects.toThrow(`SEARCH_FOLDER: ${folder} cannot be read (ENOENT).`)
})

test('Easter Sunday is found for any year', () => {
  const known = ['1961-04-02', '2000-04-23', '2024-03-31', '2026-04-05', '2027-03-28', '2028-04-16', '2038-04-25', '2285-03-22']
  expect(known.map((day) => easterSunday(Number(day.slice(0, 4))))).toEqual(known)
})
