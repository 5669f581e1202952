/** What a request is called; its name may be left out. */
export function formatRequestName({ name }: { readonly name: string }): string {
  return name.trim() === '' ? 'Agent without a name' : name;
}
