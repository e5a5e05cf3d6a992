import { readerOf, type ReadSearch } from './search-text.ts'
import { readSynonyms, withPlaces, type Synonyms } from './synonyms.ts'
import { readVocabulary } from './vocabulary.ts'

/** What a site knows of how people search: how their texts are read, and what their words also mean. */
export interface SearchKnowledge {
  read: ReadSearch
  synonyms: Synonyms
}

/** Reads the files of a configuration. Throws `VocabularyError` and `SynonymsError`. */
export async function readSearchKnowledge(config: { SEARCH_FOLDER: string; SYNONYMS_FILE: string }): Promise<SearchKnowledge> {
  const vocabulary = await readVocabulary(config.SEARCH_FOLDER)
  const read = readerOf(vocabulary)
  return { read, synonyms: withPlaces(await readSynonyms(config.SYNONYMS_FILE, read), vocabulary.places) }
}
