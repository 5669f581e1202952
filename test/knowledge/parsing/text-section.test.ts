import { expect, test } from 'vitest';
import { cleanText } from '../../../electron/service/features/knowledge/parsing/text-section.ts';

test.each([
  ['composes accents', 'Ku\u0308ndigung', 'Kündigung'],
  ['writes ligatures as letters', 'ﬁrst oﬃce, ﬂoor, oﬀer, ﬅreet', 'first office, floor, offer, street'],
  ['writes forms of Arabic letters as letters', 'ﻣﻔﺘﺎﺡ', 'مفتاح'],
  ['removes soft hyphens', 'can\u00adcel', 'cancel'],
  ['joins a word that a soft hyphen divides at the end of a line', 'can\u00ad\ncel', 'cancel'],
  ['removes zero-width characters', 'zero\u200bwidth\ufeff\u2060 word', 'zerowidth word'],
  ['removes joiners between Latin letters', 'of\u200cfer', 'offer'],
  ['keeps joiners that form letters', 'می\u200cخواهم क्\u200dष 👩\u200d🚒', 'می\u200cخواهم क्\u200dष 👩\u200d🚒'],
  ['removes marks of the writing direction', '\u200eDanielle\u202c', 'Danielle'],
  ['writes all spaces as plain spaces', '12\u00a0€\u202fper\u2009day', '12 € per day'],
  ['writes all hyphens as plain hyphens', '24\u20117, self\u2010service', '24-7, self-service'],
  ['writes letters of equations as letters', '𝑥 = 𝟐', 'x = 2'],
  ['writes all line ends as line feeds', 'a\r\nb\rc\u2028d\fe', 'a\nb\nc\nd\ne'],
  ['removes control characters', 'a\u0000b\u001bc\u0085', 'abc\n'],
  ['replaces lone surrogates', 'a\ud800b', 'a\ufffdb'],
])('%s', (_, text, clean) => {
  expect(cleanText(text)).toBe(clean);
});
