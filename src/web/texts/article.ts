/** Running text as data: a paragraph, a list, or steps to take in order. A link is written `[words](/path)`. */
export type Block = string | { list: readonly string[] } | { steps: readonly string[] }

/** A part of a longer page that its table of contents and other pages can point at. */
export type Article = { id: string; title: string; blocks: readonly Block[] }
