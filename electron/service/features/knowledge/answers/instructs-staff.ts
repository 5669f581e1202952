const people = String.raw`(?:callers?|customers?|clients?|patients?)`;
const staff = String.raw`(?:(?:the|our|all|every|each|any|voice|automated|phone|branch|shop|desk) )*(?:agents?|employees?|staff|operators?|receptionists?|colleagues|team members)`;
const acts = String.raw`(?:answer|apologi[sz]e|ask|avoid|book|check|compare|confirm|disclose|discuss|enter|escalate|explain|flag|forward|give|greet|inform|interrupt|invite|let|log|mark|mention|note|offer|promise|put|quote|read|record|refer|remind|reveal|say|send|show|tell|thank|transfer|warn|write)`;
const before = String.raw`(?:(?:always|never|please|politely|do not|don['’]t|then|first|only|calmly|simply) )*`;

/** Matches instructions to employees about customers. */
const instructionPatterns: readonly RegExp[] = [
  new RegExp(
    String.raw`^${before}${acts}\b[^:;.]*\b(?:the|an?|every|each|any|all|new|these) (?:\p{Ll}+ )?${people}\b`,
    'iu',
  ),
  new RegExp(
    String.raw`^${before}(?:ask|tell|thank|let|greet|inform|remind|warn|offer|promise|give) ${people}\b`,
    'iu',
  ),
  new RegExp(String.raw`^(?:if|when|once|whenever)\b.*\b${people}\b[^,]*, ${before}${acts}\b`, 'iu'),
  new RegExp(
    String.raw`^${staff} (?:must|should|never|always|do not|don['’]t|are not allowed|say|tell|ask|explain)\b`,
    'iu',
  ),
  new RegExp(
    String.raw`^${before}(?:say (?!hello|goodbye|yes|no\b)|explain|apologi[sz]e|reassure|greet|upsell|escalate|tell (?!us|me|your)|ask (?:whether|if they)|read (?:it |this |that )?(?:out|aloud)|hand over to)\b`,
    'iu',
  ),
  /\b(?:say|answer|reply)\s?[:,]\s?["“]/iu,
  /^(?:do not|don['’]t|never) (?:announce|mention|disclose|reveal|tell|read out|discuss|promise|admit|say|speculate)\b/iu,
  /\b(?:strictly internal|internal use only|for internal use|internal only|not for customers)\b/iu,
];

/** Whether a sentence is an instruction to employees, which callers must not hear. */
export function instructsStaff(sentence: string): boolean {
  return instructionPatterns.some((pattern) => pattern.test(sentence));
}

/** Matches words in the title or at the beginning of a document that say that it is for employees. */
const staffDocumentPatterns: readonly RegExp[] = [
  /\b(?:staff|employees|team members|personnel) only\b/iu,
  /\bfor (?:the )?(?:staff|employees) of\b.{0,60}\bonly\b/iu,
  /\b(?:strictly internal|internal use|internal only|not for customers)\b/iu,
  /(?:^|\n)\W*internal\b\s*(?:$|[.:–—-])/iu,
  /\b(?:do not|don['’]t|never|not to be) (?:read|quote|be read|be quoted)\b(?: it| this| them)?(?: out| aloud| from)\b/iu,
];

/** Whether a document is for employees, so that callers must not hear its text. `beginning` is the start of that text. */
export function isStaffDocument({ title, beginning }: { readonly title: string; readonly beginning: string }): boolean {
  return (
    /[\s(–—-]internal\)?$/iu.test(title) ||
    staffDocumentPatterns.some((pattern) => pattern.test(`${title}\n${beginning}`))
  );
}
