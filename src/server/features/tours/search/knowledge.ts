import { readerOf, type SearchReader } from './search-text.ts'
import { readSynonyms, withPlaces, type Synonyms } from './synonyms.ts'
import { readVocabulary } from './vocabulary.ts'

/** How search texts are parsed, and which synonyms apply. */
export interface SearchKnowledge extends SearchReader {
  synonyms: Synonyms
}

/** Throws `VocabularyError` and `SynonymsError`. */
export async function readSearchKnowledge(config: { SEARCH_FOLDER: string; SYNONYMS_FILE: string }): Promise<SearchKnowledge> {
  const vocabulary = await readVocabulary(config.SEARCH_FOLDER)
  const reader = readerOf(vocabulary)
  return { ...reader, synonyms: withPlaces(await readSynonyms(config.SYNONYMS_FILE, reader.read), vocabulary.places) }
}
