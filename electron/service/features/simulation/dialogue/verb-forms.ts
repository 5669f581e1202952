const irregularPlurals: Readonly<Record<string, string>> = {
  is: 'are',
  has: 'have',
  does: 'do',
  was: 'were',
  goes: 'go',
  "isn't": "aren't",
  "hasn't": "haven't",
  "doesn't": "don't",
};

/** "takes" as "take", "tries" as "try"; what does not end in s stays. */
export function toBaseForm(verb: string): string {
  if (/[^aeiou]ies$/.test(verb)) return `${verb.slice(0, -3)}y`;
  if (/(?:sses|ches|shes|xes|zzes|goes|does)$/.test(verb)) return verb.slice(0, -2);
  return /[^s]s$/.test(verb) ? verb.slice(0, -1) : verb;
}

/** A verb that agreed with "the customer", as it agrees with "you". */
export function toPluralForm(verb: string): string {
  return irregularPlurals[verb.toLowerCase()] ?? toBaseForm(verb);
}
