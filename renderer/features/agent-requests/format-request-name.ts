/** Returns the name of a request, or a placeholder if it has none. */
export function formatRequestName({ name }: { readonly name: string }): string {
  return name.trim() === '' ? 'Unnamed agent' : name;
}
