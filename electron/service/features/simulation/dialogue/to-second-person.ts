/** Words that objectives use for the people to call. */
const peoplePattern =
  'customers?|clients?|subscribers?|users?|people|persons?|patients?|members?|recipients?|callers?|callees?|residents?|prospects?|leads?|tenants?|guests?|students?|donors?|parents?|employees?|applicants?|candidates?|buyers?|shoppers?|visitors?|homeowners?|(?:house|home|car|dog|cat|pet|shop|business|land|boat|flat|property|garden)[ -]owners?|policy ?holders?|account ?holders?|supporters?|passengers?|viewers?|diners?|commuters?|pupils|borrowers?|consumers?|owners?|participants?|contacts?|travell?ers?|drivers?|voters?|(?<=interested )parties|attendees?|volunteers?|families|family|cardholders?|leaseholders?|everyone|everybody|them';

const determinerPattern =
  '(?:(?:the|our|all|each|every|any|a|an|new|existing|current|former|regular|loyal|residential|business|potential|prospective|inactive|active|lapsed|long[- ]standing|valued|recent|elderly|interested|late[- ]paying|overdue|of our|of the) )*';

const peopleGroupPattern = new RegExp(
  `(?<!\\bnumber of |\\d )\\b${determinerPattern}(?:${peoplePattern})(?<possessive>['’]s|s['’]|['’])?(?=$|[^\\p{L}\\p{N}-])`,
  'giu',
);

/** Returns whether a phrase mentions the people to call. */
export function mentionsPeople(phrase: string): boolean {
  return new RegExp(peopleGroupPattern.source, 'iu').test(phrase);
}

const addressingVerbs =
  'remind|inform|tell|notify|alert|warn|advise|update|ask|invite|convince|persuade|encourage|thank|welcome|survey|interview|introduce|congratulate|win back|offer';
/** Plural nouns that objectives have after these verbs, and that are no people. */
const thingPattern =
  /\b(?:questions|details|news|options|prices|offers|results|numbers|addresses|readings|dates|times|days|orders|appointments|visits|deliveries|services|discounts|refunds|us)$/i;
const unknownAddresseesPattern = new RegExp(
  `\\b(${addressingVerbs}) ((?:\\p{L}+ ){0,3}?\\p{L}+[^s\\P{L}]s)(?= (?:who|whose|that|about|of|to|whether|if|how|when|with|from|in)\\b)`,
  'iu',
);
const modifiedAddresseesPattern = new RegExp(
  `\\b(${addressingVerbs}) (${determinerPattern}(?:${peoplePattern})) (?:with|without|in|from|under|over|on) (?:(?:an?|the|our|their) )?(?:(?!and\\b)[\\p{L}\\p{N}]+ ){1,3}?(?=(?:an?|the|our|their|about|that|to|of|whether|if|how)\\b)`,
  'iu',
);
const describedAddresseesPattern = new RegExp(
  `\\b(${addressingVerbs}) (${determinerPattern}(?:${peoplePattern})) of (?:(?:an?|the|our|their) )?(?:(?!and\\b)\\p{L}+ ){1,3}?(?=(?:about|that|whether|if)\\b)`,
  'iu',
);
const whosePattern = new RegExp(
  `\\b(convince|persuade|encourage|invite|ask|get) (${determinerPattern}(?:${peoplePattern})) whose ([^.]{3,60}?) to (?=\\p{L})`,
  'iu',
);
const soughtPeoplePattern =
  /\b(?:find|identify|locate|look for|search for) (?!out\b)((?:\p{L}+ ){1,4}?)(?:(?:who|that) (?=\p{L})|(?=interested\b))/iu;

/**
 * Rewrites an objective so that it names the people to call by a known word and without a description: "Remind hikers that …" as
 * "Remind customers that …", and "Find owners who are interested" as "Find out whether owners are interested".
 */
export function nameAddressees(objective: string): string {
  const named = mentionsPeople(objective)
    ? objective
    : objective.replace(unknownAddresseesPattern, (all, verb: string, noun: string) =>
        thingPattern.test(noun) ? all : `${verb} customers`,
      );
  return named
    .replace(modifiedAddresseesPattern, '$1 $2 ')
    .replace(describedAddresseesPattern, '$1 $2 ')
    .replace(whosePattern, 'tell $2 that their $3 and $1 them to ')
    .replace(soughtPeoplePattern, (all, people: string) =>
      mentionsPeople(people) ? `find out whether ${people}${/\b(?:who|that) $/i.test(all) ? '' : 'are '}` : all,
    );
}

/** Rewrites "customers … their contract" as "you … your contract". */
export function toSecondPerson(phrase: string, isRecipientMentioned: boolean = mentionsPeople(phrase)): string {
  const addressed = phrase.replaceAll(peopleGroupPattern, (all, ...groups) => {
    const { possessive } = groups.at(-1) as { possessive?: string }; // replaceAll passes the named groups last
    if (/^them$/i.test(all)) return isRecipientMentioned ? 'you' : all;
    return possessive ? 'your' : 'you';
  });
  if (!isRecipientMentioned) return addressed;
  const withPronouns = addressed
    .replaceAll(/\b(?:his or her|his\/her|his|her|their)(?= \p{L})/giu, 'your')
    .replaceAll(/\btheirs\b/gi, 'yours')
    .replaceAll(/\b(?:themselves|themself)\b/gi, 'yourself')
    .replaceAll(/\b(?:they|he or she|he\/she|she or he|he|she)\b/gi, 'you')
    .replaceAll(/\b(?:them|him or her|him)\b/gi, 'you')
    .replaceAll(/\bthey['’](re|ve|ll|d)\b/gi, "you'$1");
  return conjugateForYou(withPronouns).replaceAll(/\byou(?: and|,)? you\b/gi, 'you');
}

const customerPattern = /\b(?:the|an?) customer(?:(?<possessive>['’]s)|(?<verb> \p{Ll}+s))?(?![\p{L}’'-])/giu;
/** Matches text before "the customer" if replacing "the customer" by "you" is always grammatical. */
const beforeCustomerPattern =
  /(?:^|[.;:,] |\b(?:if|when|unless|until|whether|and|that|before|after|as) |\b(?:lends|gives|sends|owes|pays|credits|reminds|helps) )$/i;

/**
 * Rewrites "the customer receives" as "you receive" in a sentence of a document. Returns the sentence unchanged if it gives
 * an instruction to employees, or if "you" would not be grammatical.
 */
export function addressRecipient(sentence: string): string {
  const mentions = [...sentence.matchAll(customerPattern)];
  const fits = mentions.every(
    ({ index, groups }) => groups?.['possessive'] !== undefined || beforeCustomerPattern.test(sentence.slice(0, index)),
  );
  const refersBack =
    /\b(?:he|she|they|him|her|his|their|them|agents?|customers|customer who|customer whose|(?:another|new) customer)\b/i;
  if (!fits || refersBack.test(sentence)) return sentence;
  return sentence.replaceAll(customerPattern, (all, ...rest) => {
    const { possessive, verb } = rest.at(-1) as { possessive?: string; verb?: string }; // replaceAll passes the named groups last
    const isStart = /^\p{Lu}/u.test(all);
    if (possessive) return isStart ? 'Your' : 'your';
    const pronoun = isStart ? 'You' : 'you';
    const word = verb?.trim();
    if (!word) return pronoun;
    return `${pronoun} ${/^(?:as|always|sometimes|perhaps)$|[su]s$/.test(word) ? word : toPluralForm(word)}`;
  });
}

/** Conjugates the verbs after "you": "you is" becomes "you are". */
function conjugateForYou(phrase: string): string {
  return phrase
    .replaceAll(/\byou (is|has|does|was|isn't|hasn't|doesn't)\b/gi, (_, verb: string) => `you ${toPluralForm(verb)}`)
    .replaceAll(
      /\b((?:if|whether|that|when|what|how|why|where|because) you) (\p{Ll}{2,}s)\b/gu,
      (all, lead: string, verb: string) =>
        /(?:ss|us|is|always|sometimes|perhaps|besides|as)$/.test(verb) ? all : `${lead} ${toPluralForm(verb)}`,
    );
}

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

/** Returns "take" for "takes" and "try" for "tries". Words that do not end in s are unchanged. */
export function toBaseForm(verb: string): string {
  if (/[^aeiou]ies$/.test(verb)) return `${verb.slice(0, -3)}y`;
  if (/(?:sses|ches|shes|xes|zzes|goes|does)$/.test(verb)) return verb.slice(0, -2);
  return /[^s]s$/.test(verb) ? verb.slice(0, -1) : verb;
}

/** Returns the form of a verb that agrees with "you": "are" for "is". */
export function toPluralForm(verb: string): string {
  return irregularPlurals[verb.toLowerCase()] ?? toBaseForm(verb);
}
