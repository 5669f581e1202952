const people = String.raw`(?:callers?|customers?|clients?|patients?)`;
const staff = String.raw`(?:(?:the|our|all|every|each|any|voice|automated|phone|branch|shop|desk) )*(?:agents?|employees?|staff|operators?|receptionists?|colleagues|team members)`;
const acts = String.raw`(?:answer|apologi[sz]e|ask|avoid|book|check|compare|confirm|disclose|discuss|enter|escalate|explain|flag|forward|give|greet|inform|interrupt|invite|let|log|mark|mention|note|offer|promise|put|quote|read|record|refer|remind|reveal|say|send|show|tell|thank|transfer|warn|write)`;
const before = String.raw`(?:(?:always|never|please|politely|do not|don['’]t|then|first|only|calmly|simply) )*`;

/** Matches instructions to employees that mention no customers, or are no orders. */
const instructionPatterns: readonly RegExp[] = [
  new RegExp(String.raw`^(?:if|when|once|whenever)\b.*\b${people}\b[^,]*, ${before}${acts}\b`, 'iu'),
  new RegExp(
    String.raw`^${staff} (?:must|should|never|always|do not|don['’]t|are not allowed|say|tell|ask|explain)\b`,
    'iu',
  ),
  new RegExp(
    String.raw`^${before}(?:say (?!hello|goodbye|yes|no\b)|explain|stress|emphasi[sz]e|point out|apologi[sz]e|reassure|greet|upsell|escalate|introduce yourself|tell (?!us|me|your)|ask (?:whether|if they)|read (?:it |this |that )?(?:out|aloud)|hand over to|find out (?:why|what|whether|if|how) they)\b`,
    'iu',
  ),
  /\b(?:say|answer|reply)\s?[:,]\s?["“]/iu,
  /^(?:do not|don['’]t|never) (?:announce|mention|disclose|reveal|tell|read out|discuss|promise|admit|say|speculate)\b/iu,
  /\b(?:strictly internal|internal use only|for internal use|internal only|not for customers)\b/iu,
  /\bbefore (?:you )?(?:hang(?:ing)? up|end(?:ing)? the call)\b/iu,
];

/** Matches customers as others than the reader. "Your customer card" and "customer service" are none. */
const mentionPattern = new RegExp(
  String.raw`(?<!\byour )\b${people}\b(?!['’]|[ -](?:accounts?|areas?|cards?|centers?|centres?|desks?|ids?|numbers?|portals?|services?|support)\b)`,
  'iu',
);

/** Words with which a sentence begins that is no order, even if a determiner or a direction follows. */
const notOrder =
  'a|all|an|and|another|any|are|as|at|because|before|after|both|but|by|can|could|despite|did|do|does|during|each|either|even|every|except|for|from|had|half|has|have|how|if|in|is|it|just|like|many|may|most|much|neither|new|no|not|of|on|once|only|or|our|over|should|since|so|some|such|than|that|the|then|these|they|this|those|though|to|under|unless|until|was|we|were|what|when|where|whether|which|while|who|why|will|with|within|without|would|you|your';
const afterOrder =
  'an?|the|this|that|these|those|every|each|any|all|no|whether|if|how|what|which|why|through|out|up|down|off|over|back|polite|politely|calm|calmly|friendly|patient|with|to|at|for';
const orderPattern = new RegExp(
  String.raw`^(?:${before}(?:${acts}\b|(?!(?:${notOrder})\b)(?!\p{L}+(?:[^s]s|ed|ing|tion|ment|ity|ance|ence)\b)\p{L}+ (?:${afterOrder})\b)|(?:always|never|do not|don['’]t) )`,
  'iu',
);

/** Whether a sentence is an instruction to employees, which callers must not hear: an order that mentions customers, as a rule. */
export function instructsStaff(sentence: string): boolean {
  return (
    (orderPattern.test(sentence) && mentionPattern.test(sentence)) ||
    instructionPatterns.some((pattern) => pattern.test(sentence))
  );
}

/** People who speak with customers, whose name alone begins a part for them. */
const speakers = String.raw`(?:agents?|staff|operators?|receptionists?|callers|dispatchers|interviewers)`;
const staffNames = String.raw`(?:${speakers}|employees|colleagues|(?:the )?(?:office|hotline|phone|(?:\p{L}+ )?team|reception|(?:front|service|help) desk|call cent(?:er|re)))`;
/** Matches the headings of parts that are for employees: "For agents", "How to handle the call", "Call script". */
const staffHeadingPattern = new RegExp(
  String.raw`^\W*(?:(?:notes?|hints?|tips?|instructions?|guidance|guidelines?|rules|advice|reminders?) (?:for|to) (?:the )?${staffNames}|(?:only )?for (?:the |our )?${staffNames}(?: only)?|(?:${speakers}|internal)(?: (?:notes?|hints?|tips?|only))?|on the (?:phone|call)|scripts?|how to (?:handle|run|open|close|lead|hold) (?:the |a |this )?(?:calls?|conversations?)|handling (?:the )?calls?|(?:call|phone|telephone|sales|sdr) (?:scripts?|notes?|hints?|instructions?|handling))\W*$`,
  'iu',
);

/** Whether a heading, or a label before a colon, begins a part for employees. */
export function isStaffHeading(text: string): boolean {
  return staffHeadingPattern.test(text);
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
