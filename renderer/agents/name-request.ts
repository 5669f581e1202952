/** What a request is called; its name may be left out. */
export function nameRequest({ name }: { readonly name: string }): string {
  return name.trim() === '' ? 'Agent without a name' : name;
}
