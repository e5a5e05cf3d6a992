/**
 * What asks whoever is signed in to confirm that it is them, given the refusal of their call: a dialog that is loaded when it is first
 * needed, and that the start of the site hands in. Throws when they do not.
 */
export const identityPrompt = { confirm: async (_refusal: unknown): Promise<void> => undefined }
