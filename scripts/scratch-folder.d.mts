export function createScratchFolder(room?: { memory?: string; neededBytes?: number }): string
