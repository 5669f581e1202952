/** How a call came out, as people write it: `callback_requested` is `Callback requested`. */
export function formatDisposition(disposition: string): string {
  const words = disposition.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
