// Public: other features may import this file.
/** A kind of answer that a question asks for, and how a statement with such an answer looks. */
type AnswerType = { readonly asks: RegExp; readonly offers: RegExp };

const number = String.raw`(?:\d[\d.,]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|ninety)`;
const timeUnit = String.raw`(?:second|minute|hour|day|night|week|weekend|month|season|year)s?`;

const answerTypes: readonly AnswerType[] = [
  {
    asks: /\bhow much (?!time|longer|notice)|\bwhat .{0,40}\b(?:cost|charge|fee|price|rate)s?\b|\b(?:prices?|costs?|fees?|charges?|surcharge|deposit|fine|penalty|discount|expensive|cheap(?:er)?)\b/i,
    offers:
      /[$€£]|\b\d[\d.,]* ?(?:cents?|dollars?|euros?|pounds?|eur|gbp|usd|percent\b|%)|\b(?:free|price|costs?|charged?|fee|discount|included|extra|surcharge|pays?)\b|\d/i,
  },
  {
    asks: /\bwhat time\b|\buntil when\b|\bhow (?:late|early)\b|\bwhen .{0,40}\b(?:open|close|start|begin|end|leave|arrive)s?\b|\bopening (?:hours|times)\b|\bopen\b/i,
    offers:
      /\b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?(?:[ap]\.? ?m\b|o['’]clock)|\b(?:noon|midnight|closed|24 hours)\b|\b\d{1,2} (?:to|until|till|–|-) \d{1,2}\b|\b(?:from|until|at|by|before|after) \d{1,2}\b/i,
  },
  {
    asks: /\bwhen\b|\b(?:which|what) (?:day|date|month|week)s?\b|\bdeadline\b|\bhow often\b/i,
    offers:
      /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter)\b|\b(?:daily|weekly|monthly|yearly|annually|every|each|once|twice|immediately|before|after|within|until|during)\b|\d/i,
  },
  {
    asks: new RegExp(
      String.raw`\bhow (?:long|soon|quick(?:ly)?|fast)\b|\bhow (?:many|much) (?:time|notice|${timeUnit})\b|\bduration\b`,
      'i',
    ),
    offers: new RegExp(
      String.raw`\b(?:${number}|half an?|an?)[ -]${timeUnit}\b|\b(?:immediately|forever|lifetime|noon|until|within)\b`,
      'i',
    ),
  },
  {
    asks: /\bhow (?:many|old)\b|\b(?:minimum|maximum|age)\b|\bhow much (?:time|weight)\b/i,
    offers: new RegExp(String.raw`\b${number}\b|\bno (?:limit|minimum|maximum)\b|\bunlimited\b`, 'i'),
  },
  {
    asks: /\bhow (?:heavy|far|big|large|tall|high|wide|deep|thick)\b|\b(?:weights?|weigh|size|distance|height)\b/i,
    offers:
      /\b\d[\d.,]* ?(?:kg|kilos?|kilograms?|grams?|g|tons?|tonnes?|pounds?|lbs?|km|kilomet\w+|m|met(?:er|re)s?|cm|centimet\w+|mm|millimet\w+|miles?|inch(?:es)?|feet|foot|lit(?:er|re)s?|x)\b|\d/i,
  },
  {
    asks: /\bwho(?:se|m)?\b|\bname of\b|\bcalled\b/i,
    offers:
      /(?<=\S )\p{Lu}\p{Ll}+|\b(?:manager|director|staff|team|office|desk|driver|doctor|nurse|teacher|owner|tenant|landlord|parents?|customers?|guests?|members?|we|you)\b/u,
  },
  {
    asks: /\bwhere\b|\b(?:address|street|which (?:room|floor|place|stop|station|line))\b/i,
    offers:
      /\b(?:at|in|on|behind|beside|under|above|near|opposite|next to|into|from|to|floor|room|street|road|square|lane|entrance|desk|online|website)\b/i,
  },
  {
    asks: /\b(?:what|which|your|have)\b.{0,20}\b(?:phone|telephone|number|e-?mail|website)\b|\b(?:contact|reach|call|email) (?:you|someone|anyone|the|your)\b/i,
    offers: /\d{3}|@|\bwww\b|\b(?:e-?mail|website|app|phone|call|write|contact|desk|office)\b/i,
  },
  {
    asks: /\bwhy\b|\breason\b/i,
    offers: /\b(?:because|since|so that|otherwise|in order|due to|reason|to avoid|as)\b/i,
  },
  {
    asks: /^\W*(?:(?:and|so|but|or|hi|hello|um|uh|well|please|sorry|excuse me),? )*(?:may|can|could|am i|is it|are we|do you|does|do i|will|would you|must|should)\b|\b(?:allowed|possible|permitted|okay if|ok if)\b/i,
    offers:
      /\b(?:may|can|cannot|can['’]t|must|not|never|only|allowed|permitted|prohibited|forbidden|possible|welcome|free|available|accept(?:s|ed)?|offer(?:s|ed)?|yes|no|if|unless|need|required?|without)\b/i,
  },
];

/** Returns the share of the kinds of answer that a question asks for which a text offers; 1 if it asks for none of them. */
export function createTypeMatcher(question: string): (text: string) => number {
  const asked = answerTypes.filter(({ asks }) => asks.test(question));
  return (text) => (asked.length === 0 ? 1 : asked.filter(({ offers }) => offers.test(text)).length / asked.length);
}
