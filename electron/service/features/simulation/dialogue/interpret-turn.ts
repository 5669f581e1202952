// Public: other features may import this file.
import { countWords, normalizeLine } from '../../../platform/text-line.ts';

export const intents = [
  'wrong_person',
  'stop_calling',
  'goodbye',
  'robot',
  'human',
  'who',
  'source',
  'busy',
  'repeat',
  'not_interested',
  'price',
  'trust',
  'competitor',
  'mail',
  'think',
  'question',
  'yes',
  'no',
  'thanks',
  'small_talk',
  'statement',
  'unclear',
] as const;

export type Intent = (typeof intents)[number];

export type InterpretedTurn = {
  readonly intents: ReadonlySet<Intent>;
  /** The question in the turn, without introductory words. */
  readonly question: string | null;
  readonly text: string;
};

const maxTurnLength = 600;

/** Each pattern is tested against the whole turn. Their order has no meaning. */
const intentPatterns: readonly (readonly [Intent, RegExp])[] = [
  [
    'wrong_person',
    /\bwrong (?:number|person|house|family)\b|\b(?:no (?:one|body)|nobody) (?:here )?(?:by|of|with|called|named)\b|\b(?:doesn['’]?t|does not|don['’]?t) live here\b|\bmisdial|\bthere is no \w+ here\b|\bi(?:['’]?m| am) not (?:called )?(?:mr|mrs|ms|miss) \w+|\bi(?:['’]?m| am) not the (?:account holder|customer|person|right person)\b|\bnever (?:been|was) a customer\b|\bnot the right person\b/i,
  ],
  [
    'stop_calling',
    /\b(?:stop|quit) (?:calling|phoning|ringing|bothering)\b|\b(?:do not|don['’]?t|never) (?:ever )?(?:call|phone|ring|contact) (?:me|us|here|this number)?\s*(?:again|any ?more|ever)?\b(?!\s*(?:until|before|on|at))|\b(?:take|remove|delete) (?:me|us|my (?:number|name)|this number) (?:off|from)\b|\bdo[- ]not[- ]call\b|\bunsubscribe\b|\bleave me alone\b|\b(?:do not|don['’]?t) want to be (?:called|contacted|phoned)\b/i,
  ],
  [
    'goodbye',
    /\b(?:good ?bye|bye(?:[- ]bye)?|see you|cheerio|have a (?:nice|good|great|lovely) (?:day|evening|one|afternoon|weekend)|talk (?:to you )?(?:soon|later)|(?:i['’]?m|i am) hanging up|take care)\b/i,
  ],
  [
    'robot',
    /\b(?:are|is|am) (?:you|this|i)\b[^.?!]{0,40}\b(?:a |an )?(?:robot|bot|machine|computer|ai|a\.i\.|recording|human|real person|real human|automated|artificial|real|chatbot|person)\b|\bis there a (?:person|human) (?:there|on)\b|\b(?:sound|sounds) like a (?:robot|machine|recording|computer)\b|\b(?:talking|speaking) (?:to|with) a (?:robot|machine|computer|recording|bot)\b/i,
  ],
  [
    'human',
    /\b(?:speak|talk|chat|connect|transfer|put|pass|switch|get|give|want|need|prefer|like)\b[^.?!]{0,30}\b(?:human|real person|person|someone|somebody|colleague|manager|supervisor|representative|operator|agent|employee|member of staff|boss)\b|\b(?:have|let|get|ask|tell|can|could)\b[^.?!]{0,20}\b(?:human|person|someone|somebody|anyone|colleague|manager|supervisor|representative|agent)\b[^.?!]{0,20}\b(?:(?:call|phone|ring|contact) (?:me|us|back)|get back to (?:me|us))\b|\b(?:person|someone|somebody|colleague|manager) (?:should|to|can|could|must|needs to|has to) (?:call|phone|ring|contact) (?:me|us)\b|\b(?:person|human|someone|somebody) i can (?:talk|speak)\b|^\W*(?:human|agent|operator|representative|real person)\W*$/i,
  ],
  [
    'who',
    /\bwho(?:['’]?s| is| are) (?:this|that|you|calling|speaking|there)\b|\bwho (?:am i|do i) (?:speak|talk|have)|\bwhat company\b|\bwhich company\b|\bwhere are you calling from\b|\bwhat(?:['’]?s| is) (?:this|that|it|the call|your call) (?:all )?(?:about|regarding|concerning)\b|\bwhy (?:are|do) you call\w*|\bwhat (?:do you want|are you selling|are you offering)\b|\bwhat(?:['’]?s| is) your name\b|\breason for (?:this|your|the) call\b|\bwhat is it(?: about)?\W*$/i,
  ],
  [
    'source',
    /\b(?:where|how)\b[^.?!]{0,20}\b(?:get|got|have|find|found)\b[^.?!]{0,10}\b(?:my|this) (?:number|name|details|data|contact)/i,
  ],
  [
    'busy',
    /\b(?:busy|in a (?:meeting|hurry|rush)|at work|driving|in the (?:car|middle of)|(?:not|isn['’]?t|is not) (?:really |exactly )?a (?:good|great|convenient) (?:time|moment)|bad (?:time|moment)|no time|(?:do not|don['’]?t|haven['’]?t) (?:have|got) (?:the |any |much )?time|call (?:me |us )?back|(?:call|ring|phone|try) (?:me |us )?(?:again )?(?:later|tomorrow|tonight|another time|next week|after|in the (?:morning|evening|afternoon))|can(?:['’]?t|not) (?:talk|speak)(?: right)? ?now|not (?:right )?now|(?:is not|isn['’]?t) (?:here|in|home|at home|available)|another time|about to (?:leave|go|eat))\b/i,
  ],
  [
    'repeat',
    /\b(?:(?:say|repeat) (?:that|it|this)(?: again| once more)?|come again|pardon|(?:i )?(?:did not|didn['’]?t|couldn['’]?t|can['’]?t) (?:catch|hear|understand|get)(?: that| you| what you)|what did you (?:say|just say)|one more time|once more|speak (?:up|slower|more slowly)|what was that|repeat)\b|^\W*(?:what|sorry|huh|excuse me)\W*\?\W*$/i,
  ],
  [
    'not_interested',
    /\b(?:not|n['’]t|no longer|never) (?:really |at all |that )?(?:interested|for me|something for me|my thing)\b|\bno interest\b|\bnot interesting\b|\b(?:do not|don['’]?t) (?:want|need) (?:it|this|that|any|anything|any of|to (?:hear|buy|know|renew|continue|change|switch))\b|\bi(?:['’]?ll| will) pass\b|\b(?:leave|forget) it\b|\bno,? thank(?:s| you)\b/i,
  ],
  [
    'price',
    /\b(?:too (?:expensive|costly|pricey|much money|dear)|(?:way |a bit |rather |very |pretty |quite |so )(?:expensive|pricey|costly)|(?:can['’]?t|cannot|could not|couldn['’]?t) afford|(?:too|so) much for|costs? too much|no money|on a (?:tight )?budget|rip[- ]?off|that(?:['’]?s| is) (?:a lot|expensive|too much))\b/i,
  ],
  [
    'trust',
    /\b(?:scam|spam|fraud|phishing|con ?artist|legit(?:imate)?|suspicious|(?:do not|don['’]?t|can['’]?t|how (?:can|do) i) (?:trust|believe|be sure|know (?:this|you|that (?:this|you)))|sounds? (?:fishy|dodgy|too good)|prove (?:it|that|who))\b/i,
  ],
  [
    'competitor',
    /\b(?:already (?:have|with|got|a customer|at|use|using|signed)|(?:another|a different|other) (?:company|provider|supplier|firm|offer|one)|(?:competitor|switched)|(?:better|cheaper) (?:offer|deal|price|elsewhere)|happy with (?:what|my (?:current|present)))\b/i,
  ],
  [
    'mail',
    /\b(?:send|e-?mail|text|mail|write|post) (?:(?:it|this|that|them|me|us|something|everything|the|all|an?|some|details|information|info)\b[^.?!]{0,30})?\b(?:e-?mail|mail|post|writing|letter|message|text|information|info|details|me|us|over)\b|\bin writing\b|\bby (?:e-?mail|post|mail)\b/i,
  ],
  [
    'think',
    /\b(?:think (?:about|(?:it|this|that) over)|sleep on it|(?:ask|talk to|speak to|check with|discuss (?:it|this|that) with) my (?:wife|husband|partner|family|boss|landlord|son|daughter|parents)|need (?:some|more|a bit of|a little) time|not (?:so |quite |entirely )?sure(?: yet| about (?:it|that|this))?(?=\W*$)|i(?:['’]?m| am) undecided|maybe later|let me see)\b/i,
  ],
  [
    'yes',
    /^\W*(?:(?:well|oh|um+|uh+|ah|hm+|ok(?:ay)?|hi|hello)\W+){0,4}(?:yes|yeah|yep|yup|sure|of course|certainly|absolutely|definitely|gladly|with pleasure|okay|ok|alright|all right|fine|go (?:ahead|on)|please do|that(?:['’]?s| is) (?:right|me|correct|fine|good|great|perfect)|correct|right|exactly|speaking|(?:that )?sounds (?:good|great|fine|interesting|like a plan)|i(?:['’]?m| am) interested|why not|i (?:do|am|have|would)(?=\W*$)|i['’]?d (?:like|love) (?:to|that)|that would be (?:nice|good|great|fine|helpful|lovely|perfect|kind)|works for me|perfect|great|agreed|deal|let['’]?s do (?:it|that)|si|sí|oui|ja|да|是)(?![\p{L}])/iu,
  ],
  [
    'no',
    /^\W*(?:(?:well|oh|um+|uh+|ah|hm+|sorry|actually)\W+){0,4}(?:no|nope|nah|not (?:really|yet|quite|today|at all|for me)|never|i don['’]?t|i do not|i haven['’]?t|i have not|i['’]?m not|nothing(?: else)?|none|rather not|that(?:['’]?s| is| was) (?:all|it|everything)|that would be all|nein|non|нет|不)(?![\p{L}])/iu,
  ],
  ['thanks', /\b(?:thanks?(?: you)?|thank u|thx|cheers|much appreciated|appreciate it|very kind)\b/i],
  [
    'small_talk',
    /\bhow are you\b|\bhow(?:['’]?s| is) (?:it going|your day|the weather|life)\b|\bnice (?:day|weather|voice|to (?:meet|hear))\b|\btell me a joke\b|\bi love you\b|\blovely (?:day|weather|voice)\b|\b(?:ha){2,}\b|\blol\b/i,
  ],
];

/** Questions of these intents are not answered from documents. */
const nonKnowledgeIntents: readonly Intent[] = [
  'robot',
  'human',
  'who',
  'source',
  'repeat',
  'small_talk',
  'stop_calling',
  'wrong_person',
  'mail',
];

/** Returns the intents of a turn, or `unclear` if it contains no words to interpret. */
export function interpretTurn(turn: string): InterpretedTurn {
  const text = normalizeLine(turn, maxTurnLength);
  const found = new Set<Intent>(intentPatterns.flatMap(([intent, pattern]) => (pattern.test(text) ? [intent] : [])));
  const question = findQuestion(text);
  if (question !== null) found.add('question');
  if (/\byes(?: please)?\W*$/i.test(text)) found.add('yes');
  if (found.has('not_interested') && found.has('yes')) found.delete('yes');
  if (/^\W*(?:hello|hi|hey|good (?:morning|afternoon|evening))\b[^?]{0,40}$/i.test(text) && found.size === 0)
    found.add('small_talk');
  if (found.size === 0) found.add(hasLatinWords(text) ? 'statement' : 'unclear');
  return { intents: found, question, text };
}

/** Returns the question of a turn, as `interpretTurn` does, in a fraction of its time; null if the turn asks nothing. */
export function findTurnQuestion(turn: string): string | null {
  return findQuestion(normalizeLine(turn, maxTurnLength));
}

const questionStartPattern =
  /^(?:(?:what|when|where|which|who|whose|why|how)(?:['’]?s|['’]?re|['’]?ll)?\s+\S+\s+\S+|(?:is|are|am|do|does|did|can|could|may|might|will|would|shall|should|has|have|had|was|were)(?:n['’]?t)?\s+(?:i|you|we|they|he|she|it|there|the|an?|my|your|our|any|this|these|those)\s+\S+)/i;
const indirectQuestionPattern =
  /\b(?:tell me (?:more |something )?(?:about|how|what|when|where|which|whether|if|why)|(?:i(?:['’]?d| would) like|i want|i need) to know|i(?:['’]?m| am| was) wondering|i wonder|do you know|explain|what about|how about|i have a question about|question about)\b/i;
const leadInPattern =
  /^(?:(?:ok(?:ay)?|well|so|and|but|oh|hm+|um+|uh+|right|sure|yes|yeah|no|actually|alright|all right|good|great|fine|thanks?(?: you)?|i see|now|then|also|sorry|please|one (?:more )?(?:thing|question)|another (?:thing|question)|before i forget|quick question|just (?:out of curiosity|one thing)|out of interest|while (?:i have you|we['’]re at it)|let me ask|by the way|hi|hello|hey|first|tell me|maybe you know|something else)\b[\s,:;.!–—-]*){1,8}(?=\S)/i;

/** Returns the first two questions for the documents. A question such as "How much is it?" includes the sentence before it. */
function findQuestion(text: string): string | null {
  const sentences = (text.match(/[^.!?…。？！]+(?:[.!?…。？！](?=\S)[^.!?…。？！]*)*[.!?…。？！]*/g) ?? []).map(
    (sentence) => sentence.trim(),
  );
  const questions = sentences.flatMap((sentence, index) => {
    const body = stripLeadIn(sentence);
    if (!isKnowledgeQuestion(sentence, body)) return [];
    const previous = sentences[index - 1] ?? '';
    const needsContext =
      backReferencePattern.test(body) &&
      countWords(previous) >= 3 &&
      !isKnowledgeQuestion(previous, stripLeadIn(previous));
    return [needsContext ? `${stripLeadIn(previous)} ${body}` : body];
  });
  return questions.length > 0 ? questions.slice(0, 2).join(' ') : null;
}

/** Removes an introduction: "One thing I was wondering: can I …?" becomes "can I …?". */
function stripLeadIn(sentence: string): string {
  const afterColon = /^[^:?]{1,45}:\s+(\S.*)$/.exec(sentence)?.[1];
  const question =
    afterColon !== undefined && (afterColon.endsWith('?') || questionStartPattern.test(afterColon))
      ? afterColon
      : sentence;
  return question.replace(leadInPattern, '').trim() || sentence;
}

const backReferencePattern = /\b(?:it|its|that|this|they|them|there|those)\b|^\S+(?: \S+){0,2}\?$/i;

function isKnowledgeQuestion(sentence: string, body: string): boolean {
  if (!/[\p{L}\p{N}]/u.test(body) || isDialogueQuestion(body)) return false;
  if (intentPatterns.some(([intent, pattern]) => nonKnowledgeIntents.includes(intent) && pattern.test(sentence)))
    return false;
  return /[?？]\W*$/.test(sentence) || questionStartPattern.test(body) || indirectQuestionPattern.test(sentence);
}

/** Returns whether a question belongs to the conversation and needs no search. */
function isDialogueQuestion(sentence: string): boolean {
  return /^(?:why not|what is it|what(?:['’]s| is) (?:it|up)|what (?:is it )?(?:can|do) i do for you|(?:and )?what can i do for you|(?:how|what) can i (?:help|do).*|(?:is|was) that (?:all|it|so|ok(?:ay)?|right|true)|really|right|ok(?:ay)?|hello|yes|no|and|so|well|can i ask (?:you )?(?:something|a question)|may i ask (?:you )?(?:something|a question)|(?:can|could|will|would) you (?:please )?call (?:me )?(?:back|later|again|tomorrow).*)\W*$/i.test(
    sentence,
  );
}

function hasLatinWords(text: string): boolean {
  const words = text.match(/[\p{Script=Latin}]{2,}/gu) ?? [];
  return words.length >= 2 || (words.length === 1 && /[aeiouy]/i.test(words[0] ?? ''));
}

const dayPattern =
  '(?:to-?morrow|today|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|(?:this|next) (?:week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|evening|afternoon|morning)|the weekend)';
const dayPartPattern = '(?:(?:in the |at )?(?:early |late )?(?:morning|afternoon|evening|noon|lunchtime|midday|night))';
const clockPattern =
  "(?:(?:at |around |about |after |before |by |from )*(?:\\d{1,2}(?:[:.]\\d{2})?\\s*(?:a\\.?m\\.?|p\\.?m\\.?|o['’]?clock)?|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|half past \\w+)(?: o['’]?clock)?)\\b)";
const laterPattern =
  '(?:in (?:an?|one|two|three|half an|a couple of|a few|\\d{1,2}) (?:hours?|minutes?|days?|weeks?)|later (?:today|this week)|any ?time (?:after \\w+|tomorrow|next week)|after (?:work|lunch|dinner))';
const timePattern = new RegExp(
  `\\b(?:${laterPattern}|(?:on )?${dayPattern}(?:,? ${dayPartPattern})?(?:,? ${clockPattern})?|${dayPartPattern},? ?${dayPattern}?(?:,? ${clockPattern})?|(?:at|around|about|after|before|by) (?:${clockPattern}))`,
  'i',
);

/** Returns the time that a turn mentions, such as "tomorrow afternoon at four", or null. */
export function findTimePhrase(turn: string): string | null {
  const found = timePattern.exec(normalizeLine(turn, 300))?.[0];
  return found
    ? found
        .trim()
        .replace(/^on /i, '')
        .replace(/[\s,.]+$/, '')
        .replace(/^(?!(?:mon|tues|wednes|thurs|fri|satur|sun)day)\p{Lu}/iu, (first) => first.toLowerCase())
    : null;
}
