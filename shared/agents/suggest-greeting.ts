/** Suggests a greeting for a new agent. Drops braces and brackets of the name, which would be parsed as placeholders. */
export function suggestGreeting(name: string): string {
  const plainName = name
    .replaceAll(/[{}[\]]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const introduction = plainName === '' ? 'an automated assistant' : `${plainName}, an automated assistant`;
  return `Hi {first_name}, this is ${introduction}. Do you have a moment?`;
}
