import { readerOf, type ReadSearch } from './search-text.ts'
import { readSynonyms, withPlaces, type Synonyms } from './synonyms.ts'
import { readVocabulary } from './vocabulary.ts'

/** How search texts are parsed, and which synonyms apply. */
export interface SearchKnowledge {
  read: ReadSearch
  synonyms: Synonyms
}

/** Throws `VocabularyError` and `SynonymsError`. */
export async function readSearchKnowledge(config: { SEARCH_FOLDER: string; SYNONYMS_FILE: string }): Promise<SearchKnowledge> {
  const vocabulary = await readVocabulary(config.SEARCH_FOLDER)
  const read = readerOf(vocabulary)
  return { read, synonyms: withPlaces(await readSynonyms(config.SYNONYMS_FILE, read), vocabulary.places) }
}
