export const HEAP_FLAGS: string[]
export const HEAP_ENVIRONMENT: Record<string, string>
