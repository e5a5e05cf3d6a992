/** What else a word may mean, by words as tours use them. Add what your customers ask for; each side in lower case, without accents. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  kid: ['family', 'children'],
  kids: ['family', 'children'],
  child: ['family', 'children'],
  children: ['family'],
  honeymoon: ['romantic'],
  couple: ['romantic', 'honeymoon'],
  couples: ['romantic', 'honeymoon'],
  train: ['rail', 'railway'],
  trains: ['rail', 'railway'],
  bike: ['bicycle', 'cycling'],
  bikes: ['bicycle', 'cycling'],
  biking: ['bicycle', 'cycling'],
  trek: ['hiking'],
  trekking: ['hiking'],
  walking: ['hiking'],
  seaside: ['beach', 'coast'],
  snow: ['winter'],
  ski: ['winter'],
  safari: ['wildlife'],
  animals: ['wildlife'],
  spa: ['wellness'],
  wine: ['vineyard', 'winery'],
  wines: ['vineyard', 'winery'],
  vineyard: ['wine'],
  cooking: ['food'],
  cuisine: ['food'],
  america: ['usa'],
}

export function synonymsOf(word: string): readonly string[] {
  return Object.hasOwn(SYNONYMS, word) ? (SYNONYMS[word] ?? []) : []
}
