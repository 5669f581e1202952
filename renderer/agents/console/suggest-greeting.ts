/** The greeting that a new agent is offered; what a name holds of braces and brackets would be read as placeholders. */
export function suggestGreeting(name: string): string {
  const plain = name
    .replaceAll(/[{}[\]]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const who = plain === '' ? 'an automated assistant' : `${plain}, an automated assistant`;
  return `Hi {first_name}, this is ${who}. Do you have a moment?`;
}
