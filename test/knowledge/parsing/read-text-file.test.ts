import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { detectCharset } from '../../../electron/service/features/knowledge/parsing/detect-charset.ts';
import { readTextFile } from '../../../electron/service/features/knowledge/parsing/read-text-file.ts';
import type { TextSection } from '../../../electron/service/features/knowledge/parsing/text-section.ts';
import { writeTemporary } from './make-files.ts';

const german =
  'Öffnungszeiten: Montag bis Freitag von 9 bis 17 Uhr. Rückgaben sind über unser Büro in Köln möglich – „kostenlos“.';
const russian = 'Мы открыты с понедельника по пятницу. Возврат возможен в течение тридцати дней после покупки товара.';
const japanese =
  '営業時間は月曜日から金曜日までの午前九時から午後五時までです。返品は三十日以内にお願いします。ありがとうございます。';
const chinese = '我们的营业时间是星期一到星期五上午九点到下午五点。您可以在购买后三十天内退货。谢谢您的光临。';
const [shortRussian, shortJapanese] = ['Цена билета 300 рублей.', '会議室の鍵は三階で受け取ってください。'];

async function readText(bytes: Uint8Array): Promise<string> {
  return (await readSections(bytes))
    .map(({ text }) => text)
    .join('\n')
    .trimEnd();
}

async function readSections(bytes: Uint8Array): Promise<readonly TextSection[]> {
  const sections: TextSection[] = [];
  for await (const section of readTextFile(writeTemporary(bytes))) sections.push(section);
  return sections;
}

test.each([
  ['UTF-8', 'utf-8', german, false],
  ['UTF-8 with a byte order mark', 'utf-8', german, true],
  ['UTF-16LE', 'utf-16le', german, false],
  ['UTF-16LE with a byte order mark', 'utf-16le', russian, true],
  ['UTF-16LE of another script', 'utf-16le', russian, false],
  ['UTF-16LE with one space', 'utf-16le', 'המפתח בקומה', false],
  ['UTF-16LE without a zero byte', 'utf-16le', shortJapanese, false],
  [
    'UTF-16LE of Korean, with a syllable whose other byte is zero',
    'utf-16le',
    '도서관은 오전 아홉 시에 문을 엽니다. 대출은 이 주일입니다.',
    false,
  ],
  ['UTF-16BE', 'utf-16be', german, false],
  ['UTF-16BE with a byte order mark', 'utf-16be', japanese, true],
  ['UTF-16BE without a zero byte', 'utf-16be', shortJapanese, false],
  ['UTF-32LE', 'utf-32le', shortRussian, false],
  ['UTF-32BE', 'utf-32be', shortJapanese, false],
  ['windows-1252', 'windows-1252', german, false],
  ['windows-1251', 'windows-1251', russian, false],
  ['KOI8-R', 'koi8-r', russian, false],
  ['Shift_JIS', 'shift_jis', japanese, false],
  ['EUC-JP', 'euc-jp', japanese, false],
  ['GBK', 'gbk', chinese, false],
  [
    'Big5',
    'big5',
    '我們的營業時間是星期一到星期五上午九點到下午五點。您可以在購買後三十天內退貨。謝謝您的光臨。',
    false,
  ],
])('decodes %s', async (_, charset, text, addBOM) => {
  expect(await readText(iconv.encode(text, charset, { addBOM }))).toBe(text);
});

test.each([
  ['windows-1252', 'Reader cards cost £25 a year.\nLost cards cost £4.'],
  ['windows-1252', 'The ticket costs €18.\nChildren pay €9.'],
  ['windows-1252', '“No refunds” – see section 4.\nIt’s the customer’s choice.'],
  ['windows-1252', 'Straße: Hauptstraße 5, München'],
  ['windows-1252', 'La società può modificare le tariffe.\nPerò l’avviso è obbligatorio.'],
  ['windows-1252', 'El niño menor de seis años no paga.'],
  ['windows-1252', 'O cartão não funciona no balcão.'],
  ['windows-1252', 'Repairs cost 25 € per hour'],
  ['windows-1252', 'Temperature: 20°C ± 2'],
  ['windows-1252', '© Northwind 2026. All rights reserved.'],
  ['windows-1252', '½ litre costs £2, in the Café'],
  ['windows-1252', 'Ein Café'],
  ['windows-1251', 'Вход 300 руб.'],
  ['windows-1252', 'Aperto dal lunedì al venerdì, è gratuito.'],
  ['windows-1252', 'Nøglen ligger på kontoret på første sal.'],
  ['iso-8859-15', 'Le remboursement est effectué sous dix jours.'],
  ['macintosh', 'Der Schlüssel liegt an der Tür.\nBitte läuten Sie für größere Lieferungen.'],
  ['macintosh', 'The café opens at nine – except on Mondays.'],
  ['cp850', 'Der Schlüssel liegt an der Tür.\nBitte läuten Sie für größere Lieferungen.'],
  ['cp437', 'Kündigungen müssen schriftlich erfolgen.'],
  ['windows-1250', 'Klucz do sali znajduje się na trzecim piętrze.'],
  ['iso-8859-2', 'Knihovna je otevřena od devíti hodin ráno.\nPoplatek činí deset korun denně.'],
  ['cp852', 'Umowę można rozwiązać z końcem miesiąca.'],
  ['windows-1250', 'A tárgyaló kulcsa a harmadik emeleten található, kérjük jelentkezzen.'],
  ['windows-1254', 'Toplantı odasının anahtarı üçüncü kattadır.'],
  ['windows-1253', 'Το κλειδί της αίθουσας βρίσκεται στον τρίτο όροφο.'],
  ['iso-8859-7', 'Η συνδρομή κοστίζει δέκα ευρώ τον μήνα.'],
  ['iso-8859-7', 'Η είσοδος κοστίζει πέντε ευρώ. Ρωτήστε στην οδό Άγιος Ανδρέας.'],
  ['windows-1255', 'המפתח לחדר הישיבות נמצא בקומה השלישית.'],
  ['windows-1256', 'يوجد مفتاح القاعة في الطابق الثالث.'],
  ['windows-1257', 'Sēžu zāles atslēga atrodas trešajā stāvā.'],
  ['windows-874', 'กุญแจห้องประชุมอยู่ที่ชั้นสาม'],
  ['windows-1251', shortRussian],
  ['windows-1251', 'Ключ від зали знаходиться на третьому поверсі.'],
  ['windows-1251', 'Ключът за залата се намира на третия етаж.'],
  ['koi8-r', shortRussian],
  ['koi8-u', 'Бібліотека відкрита з дев’ятої ранку, її номер 12.'.replace('’', "'")],
  ['cp866', shortRussian],
  ['iso-8859-5', 'Договор можно расторгнуть в конце месяца.'],
  ['shift_jis', shortJapanese],
  ['euc-jp', shortJapanese],
  ['gbk', '会议室的钥匙在三楼的秘书处。\n请先登记。'],
  ['gb18030', '会员费每月二十元，可以随时取消。'],
  ['big5', '會議室的鑰匙在三樓的秘書處。\n請先登記。'],
  ['euc-kr', '회의실 열쇠는 삼 층 총무과에서 받으십시오.'],
  ['windows-1251', 'ЗАКАЗ ПРИНЯТ. СУММА 500 РУБЛЕЙ'],
  ['koi8-r', 'ЗАКАЗ ПРИНЯТ. СУММА 500 РУБЛЕЙ'],
  ['maccyrillic', 'Касса работает до восьми вечера.'],
  ['koi8-r', 'Бросить и завершить работу программы'],
  ['cp866', '╔═══════╗\n║ Цена  ║\n╚═══════╝\nБилет 50 рублей'],
  ['cp437', '┌──────┬─────┐\n│ Käse │ 5 £ │\n└──────┴─────┘'],
  ['windows-1252', 'Price: 25 £'],
  ['macintosh', 'The temperature is 20°C.'],
  ['windows-1252', 'MÜLLER GMBH, KÖLN'],
  ['windows-1252', 'FERMÉ À NOËL'],
  ['macintosh', 'ÖFFNUNGSZEITEN: TÄGLICH'],
  ['euc-jp', '会議室の予約は総務課へ'],
  ['euc-jp', '営業時間'],
  ['windows-1250', 'chybný aritmetický základ'],
  ['shift_jis', 'ファイルシステムの UUID'],
  ['euc-jp', 'このプログラムについて (^A)'],
  ['euc-jp', 'ディレクトリ    / トラック'],
  ['gbk', '营业时间'],
])('decodes a short text in %s: %s', async (charset, text) => {
  expect(await readText(iconv.encode(text, charset))).toBe(text);
});

test('decodes Japanese email text (ISO-2022-JP)', async () => {
  expect(await readText(Buffer.from('\x1b$BF|K\\\x1b(B ok'))).toBe('日本 ok');
});

const utf8 = Buffer.from('Die Gebühr für Müller beträgt 12 €.');
test.each([
  ['one invalid byte', Buffer.concat([utf8, Buffer.from([0xff]), utf8]), `${utf8}\ufffd${utf8}`],
  ['a character that is cut at the end', Buffer.concat([utf8, Buffer.from([0xe2, 0x82])]), `${utf8}\ufffd`],
  ['a character that is cut at the start', Buffer.concat([Buffer.from([0xbc]), utf8]), `\ufffd${utf8}`],
  [
    'three damaged characters',
    Buffer.concat([utf8, Buffer.from([0xff, 0xfe]), Buffer.from('\u20ac').subarray(0, 2), Buffer.from(' – 9 €')]),
    `${utf8}\ufffd\ufffd\ufffd – 9 €`,
  ],
  ['zeros at the end', Buffer.concat([utf8, Buffer.alloc(5)]), `${utf8}`],
])('decodes UTF-8 with %s', async (_, bytes, text) => {
  expect(await readText(bytes)).toBe(text);
});

test('decodes Chinese between ASCII (HZ), but not a text that only looks like it', async () => {
  const pairs = iconv.encode(chinese.slice(0, 6), 'gb2312').map((byte) => byte & 0x7f);
  const text = `Notice:\n~{${Buffer.from(pairs).toString('latin1')}~} (~~9)`;
  expect(await readText(Buffer.from(text))).toBe(`Notice:\n${chinese.slice(0, 6)} (~9)`);
  expect(await readText(Buffer.from('Use ~{ and ~} around ~{ a } list ~}.'))).toBe(
    'Use ~{ and ~} around ~{ a } list ~}.',
  );
});

test('reads the euro sign of a file from a Mac', async () => {
  expect(await readText(iconv.encode('Die Gebühr beträgt 5 ¤ für „Größere“ Gruppen.', 'macroman'))).toBe(
    'Die Gebühr beträgt 5 € für „Größere“ Gruppen.',
  );
});

test('detects the charset by a character that is late in a long text', async () => {
  const ascii = 'We open at nine on Monday.\n'.repeat(10_000);
  const note = 'The fee is £12 and the deposit is €5.';
  expect(await readText(Buffer.concat([Buffer.from(ascii), iconv.encode(note, 'windows-1252')]))).toContain(note);
  expect(await readText(Buffer.concat([Buffer.from(ascii), Buffer.from(note)]))).toContain(note);
});

test('removes commands for terminals', async () => {
  const text = '\x1b[1;31mClosed\x1b[0m on \x1b]8;;https://example.com\x1b\\Sunday\x1b]8;;\x1b\\. N\bNO\bO entry.';
  expect(await readText(Buffer.from(text))).toBe('Closed on Sunday. NO entry.');
});

test('returns no charset for binary data', () => {
  expect(detectCharset(Buffer.from([1, 2, 3, 4, 5, 0, 200, 100]))).toBeUndefined();
});

test('says that some bytes form no character, or that the charset is not certain', async () => {
  const damaged = Buffer.concat([utf8, Buffer.from([0xff, 0xfe]), utf8]);
  expect((await readSections(damaged)).map(({ omissions }) => omissions)).toEqual([
    [{ kind: 'unreadable_character', count: 2 }],
  ]);
  const short = iconv.encode('Año nuevo: cerrado', 'macintosh');
  expect(await readSections(short)).toEqual([
    expect.objectContaining({ text: 'Año nuevo: cerrado', omissions: [] }),
    expect.objectContaining({ text: '', omissions: [{ kind: 'uncertain_encoding', count: 1 }] }),
  ]);
  const long = iconv.encode(german, 'windows-1252');
  expect((await readSections(long)).map(({ omissions }) => omissions)).toEqual([[]]);
});

test('decodes lines of two charsets each by itself', async () => {
  const lines = ['Die Prüfung kostet 40 € in Köln.', 'Nachtrag: Gebühr für Müller 15 €, zahlbar im Büro.'];
  const bytes = Buffer.concat([Buffer.from(`${lines[0]}\n`), iconv.encode(lines[1] ?? '', 'windows-1252')]);
  expect(await readText(bytes)).toBe(lines.join('\n'));
});
