/** A ref for a password field. Empties it when it is removed: the browser can keep removed elements in memory for a while. */
export function clearOnRemoval(input: HTMLInputElement): () => void {
  return () => {
    input.value = '';
    input.removeAttribute('value');
  };
}
