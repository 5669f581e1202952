import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { decodeText, detectCharset } from '../../../electron/service/features/knowledge/parsing/read-text-file.ts';

const german =
  'Öffnungszeiten: Montag bis Freitag von 9 bis 17 Uhr. Rückgaben sind über unser Büro in Köln möglich – „kostenlos“.\n';
const russian =
  'Мы открыты с понедельника по пятницу. Возврат возможен в течение тридцати дней после покупки товара.\n';
const japanese =
  '営業時間は月曜日から金曜日までの午前九時から午後五時までです。返品は三十日以内にお願いします。ありがとうございます。\n';
const chinese = '我们的营业时间是星期一到星期五上午九点到下午五点。您可以在购买后三十天内退货。谢谢您的光临。\n';

test.each([
  ['UTF-8', 'utf-8', german, false],
  ['UTF-8 with a byte order mark', 'utf-8', german, true],
  ['UTF-16LE', 'utf-16le', german, false],
  ['UTF-16LE with a byte order mark', 'utf-16le', russian, true],
  ['UTF-16BE', 'utf-16be', german, false],
  ['UTF-16BE with a byte order mark', 'utf-16be', japanese, true],
  ['UTF-16LE of another script', 'utf-16le', russian, false],
  ['windows-1252', 'windows-1252', german, false],
  ['windows-1251', 'windows-1251', russian, false],
  ['KOI8-R', 'koi8-r', russian, false],
  ['Shift_JIS', 'shift_jis', japanese, false],
  ['EUC-JP', 'euc-jp', japanese, false],
  ['GBK', 'gbk', chinese, false],
  [
    'Big5',
    'big5',
    '我們的營業時間是星期一到星期五上午九點到下午五點。您可以在購買後三十天內退貨。謝謝您的光臨。\n',
    false,
  ],
])('decodes %s', (_, charset, text, addBOM) => {
  const whole = text.repeat(3);
  const bytes = iconv.encode(whole, charset, { addBOM });
  expect(decodeText(bytes, detectCharset(bytes) ?? 'none')).toBe(whole);
});

test('decodes Japanese email text (ISO-2022-JP)', () => {
  const bytes = Buffer.from('\x1b$BF|K\\\x1b(B ok');
  expect(decodeText(bytes, detectCharset(bytes) ?? 'none')).toBe('日本 ok');
});

test('returns no charset for binary data', () => {
  expect(detectCharset(Buffer.from([1, 2, 3, 4, 5, 0, 200, 100]))).toBeUndefined();
});
