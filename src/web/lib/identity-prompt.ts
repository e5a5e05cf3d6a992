/**
 * Asks the signed-in user to confirm their identity after a call was refused for lack of it; throws if they do not. main.tsx assigns the
 * dialog, which is loaded on demand.
 */
export const identityPrompt = { confirm: async (_refusal: unknown): Promise<void> => undefined }
