export const HEAP_FLAGS: string[]
