import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { DESTINATIONS } from './home.ts'

const folder = new URL('../../../seed/tours/', import.meta.url)

test('the demo has a tour on sale in each place that home shows', async () => {
  const files = await Promise.all((await readdir(folder)).map(async (file) => readFile(new URL(file, folder), 'utf8')))
  const tours = files.flatMap((file) => JSON.parse(file) as { destination: string; isActive: boolean }[])
  const places = new Set(tours.filter(({ isActive }) => isActive).map(({ destination }) => destination))
  expect(DESTINATIONS.map(({ location }) => location).filter((location) => !places.has(location))).toEqual([])
})
