/** Returns at most the last third of an API key, and at most 4 characters. */
export function formatKeyHint(apiKey: string): string {
  return apiKey.slice(Math.max(apiKey.length - 4, Math.ceil((apiKey.length * 2) / 3)));
}
