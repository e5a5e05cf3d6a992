/** Running text as data: a paragraph, a list, or ordered steps. Links are written `[label](/path)`. */
export type Block = string | { list: readonly string[] } | { steps: readonly string[] }

/** A section of a longer page that its table of contents and other pages can link to. */
export type Article = { id: string; title: string; blocks: readonly Block[] }
