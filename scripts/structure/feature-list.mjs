// Writes the list of features in docs/architecture.md from scripts/structure/features.ts: node scripts/structure/feature-list.mjs
import path from 'node:path'
import { SERVER_FEATURES } from './features.ts'
import { isStarted } from './is-started.mjs'
import { writtenPart } from './written-part.mjs'

export const featureList = writtenPart({
  page: 'docs/architecture.md',
  name: 'the features in order',
  heading: '## The features, in order',
  program: 'scripts/structure/feature-list.mjs',
  lines: () => SERVER_FEATURES.map(({ name, knows }, index) => `${index + 1}. \`${name}\`: ${knows}`),
})

if (isStarted(import.meta)) featureList.write(path.join(import.meta.dirname, '../..'))
