import { describe, expect, it } from 'vitest';
import { findMatchingWords } from '../../../shared/text/find-matching-words.ts';
import { listOtherSpellings, toIndexedText, toSearchText } from '../../../electron/service/platform/search-text.ts';
import { findWords } from '../../../shared/text/search-words.ts';
import { startProcessorTimer } from '../../helpers/processes/start-processor-timer.ts';

describe('toSearchText', () => {
  it.each([
    ['English, “quoted” – don’t…', 'English, “quoted” – don’t…'],
    ['Zoë Lefe\u0300vre', 'Zoe Lefevre'],
    ['Straße Weiß GROẞ', 'Strasse Weiss GROSS'],
    ['Łukasz Błażej', 'Lukasz Blazej'],
    ['Ørsted Æble Œuvre', 'Orsted AEble OEuvre'],
    ['Đặng Þór Guðrún Işık', 'Dang THor Gudrun Isik'],
    ['Ελλάδα й', 'Ελλαδα и'],
    ['مُحَمَّد ـأحمد', 'محمد احمد'],
    ['ᲗᲑᲘᲚᲘᲡᲘ ᏣᎳᎩ', 'თბილისი ꮳꮃꭹ'],
    ['علی کتاب مدرسة على', 'علي كتاب مدرسه علي'],
    ['اردو ہے خانۀ', 'اردو هي خانه'],
    ['שָׁלוֹם', 'שלום'],
    ['हिन्दी प्रिया', 'हिंदी प्रिया'],
    ['क़लम ज़रूर सम्भव हाँ अन्य', 'कलम जरूर संभव हां अन्य'],
    ['അവൻ കൽ അവന്\u200d', 'അവന് കല് അവന്'],
    ['অকস্মাৎ', 'অকস্মাত্'],
    ['٢٠٢٦ ۴۵ १२ ๙๘', '2026 45 12 98'],
    ['ٱلله', 'الله'],
    ['Ґанок Hawaiʻi обʼєднання', "Ганок Hawai'i об'єднання"],
    ['10² m²', '10 2 m2'],
    ['고객센터에서는 환불을 서울의 회의는 도로', '고객센터 환불 서울 회의 도로'],
    ['தமிழ்ச்செல்வி', 'தமிழ்ச்செல்வி'],
    ['o\ufb03ce ＡＢＣ１２', 'office ABC12'],
    ['sub\u00adscrip\u200btion \ufeffx\u2060y', 'subscription xy'],
    ['한국어', '한국어'],
    ['Acme™ 1½', 'Acme  1 1⁄2 '],
  ])('normalizes %s', (text, expected) => {
    expect(toSearchText(text)).toBe(expected);
  });

  it.each([
    ['東京都渋谷区', ['東京', '都', '渋谷', '区']],
    ['Acmeさん', ['Acme', 'さん']],
    ['น้ำดื่ม', ['น้ำ', 'ดื่ม']],
    ['ﾄｳｷｮｳ ガラス さくら', ['とうきょう', 'がらす', 'さくら']],
    ['เเม่บ้าน', ['แม่', 'บ้าน']],
    ['นํ้าดื่ม', ['น้ำ', 'ดื่ม']],
    ['ນໍ້າ', ['ນ້ຳ']],
  ])('separates the words of %s', (text, words) => {
    expect(toSearchText(text).trim().split(/\s+/)).toEqual(words);
  });

  it('is the same for text that was normalized before', () => {
    for (const text of ['東京都渋谷区', 'นํ้าดื่ม กรุงเทพ', 'مُحَمَّد', 'क़लम', 'Acme™ ½', 'が'])
      expect(toSearchText(toSearchText(text)).split(/\s+/)).toEqual(toSearchText(text).split(/\s+/));
  });

  it('takes linear time for long runs', () => {
    for (const part of ['\u200b', 'ก', '渋谷', 'a\u0301', '\u0301']) {
      const readMs = startProcessorTimer();
      findWords(part.repeat(100_000));
      toIndexedText(part.repeat(100_000));
      expect(readMs(), part).toBeLessThan(5_000);
    }
  });
});

it.each([
  ["O'Brien d’Aurélie", 'OBrien dAurelie'],
  ['обʼєднання Hawaiʻi צ׳יפס ארה״ב', 'обєднання Hawaii ציפס ארהב'],
  ['e-mail col·lecció', 'email colleccio'],
  ["we'll don't it’s they're", ''],
])('the index has the words of %s without their signs as well', (text, joined) => {
  expect(toIndexedText(text).slice(toSearchText(text).length).trim()).toBe(joined);
});

it('a German umlaut can be searched as two letters, and the other way round', () => {
  expect(Object.fromEntries(listOtherSpellings('Mueller Köln Schröder Haeuser neue Steuer does'))).toEqual({
    mueller: 'muller',
    schroder: 'schroeder',
    haeuser: 'hauser',
  });
});

describe('matching words', () => {
  const mark = (text: string, query: string) =>
    findMatchingWords(text, query).map(({ start, end }) => text.slice(start, end));

  it.each([
    ['東京都渋谷区です', '渋谷', ['渋谷']],
    ['श्रीमती प्रिया शर्मा', 'प्रिया', ['प्रिया']],
    ['السيد مُحَمَّد', 'محمد', ['مُحَمَّد']],
    ['ที่กรุงเทพมหานคร', 'กรุงเทพ', ['กรุงเทพมหานคร']],
    ['The o\ufb03ce', 'office', ['o\ufb03ce']],
    ['Your sub\u00adscrip\u00adtion ends', 'subscription', ['sub\u00adscrip\u00adtion']],
    ['Zoe\u0308 called', 'zoë', ['Zoe\u0308']],
    ['고객센터에서 환불을 요청', '환불은 고객센터', ['고객센터에서', '환불을']],
    ['さくらカード', 'サクラ', ['さくら']],
    ['हिन्दी में', 'हिंदी', ['हिन्दी']],
  ])('of %s and %s are marked as written', (text, query, expected) => {
    expect(mark(text, query)).toEqual(expected);
  });
});
