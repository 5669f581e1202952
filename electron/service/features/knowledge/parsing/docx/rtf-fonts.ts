import iconv from 'iconv-lite';
import { readSymbols } from './symbol-fonts.ts';

type RtfFont = { charset: string | undefined; isSymbols: boolean; name: string };

/** The fonts of a Rich Text file, which say what the codes of its characters mean. */
export type RtfFonts = {
  /** Handles a control word that is about the whole file. Returns false if it is another one. */
  readonly setDefault: (word: string, value: number | undefined) => boolean;
  /** Handles a control word of the font table. */
  readonly describe: (word: string, value: number | undefined) => void;
  readonly addName: (text: string) => void;
  readonly decode: (bytes: Buffer, font: number | undefined) => string;
  /** Returns what a font shows for a text, which are codes in a symbol font. */
  readonly show: (text: string, font: number | undefined) => string;
  /** Whether some characters of a font are pairs of bytes. */
  readonly hasPairs: (font: number | undefined) => boolean;
};

/** By the number after `fcharset`. */
const charsets: Readonly<Record<number, string>> = {
  77: 'macroman',
  128: 'shift_jis',
  129: 'cp949',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
  254: 'cp437',
  255: 'cp850',
};
const symbolCharset = 2;
const pairCharset = /^(?:shift_jis|(?:cp|windows-)?(?:932|936|949|950)|gbk|big5)$/;
const maxFonts = 1000;

export function createRtfFonts(): RtfFonts {
  const fonts = new Map<number, RtfFont>();
  let charset = 'windows-1252';
  let firstFont = 0;
  let described: RtfFont | undefined;
  const find = (font: number | undefined) => fonts.get(font ?? firstFont);
  const findCharset = (font: number | undefined) => find(font)?.charset ?? charset;
  const findName = (font: number | undefined) => find(font)?.name.replace(/;.*$/s, '').trim() ?? '';
  return {
    setDefault(word, value) {
      if (word === 'mac') charset = 'macroman';
      else if (word === 'ansicpg') charset = findCodePage(value) ?? charset;
      else if (word === 'deff') firstFont = value ?? 0;
      else return false;
      return true;
    },
    describe(word, value) {
      if (word === 'f' && value !== undefined && fonts.size < maxFonts) {
        described = { charset: undefined, isSymbols: false, name: '' };
        fonts.set(value, described);
      } else if (word === 'fcharset' && described) {
        described.charset = charsets[value ?? 0];
        described.isSymbols = value === symbolCharset;
      } else if (word === 'cpg' && described) described.charset = findCodePage(value) ?? described.charset;
    },
    addName(text) {
      if (described && described.name.length < 100) described.name += text;
    },
    decode: (bytes, font) =>
      find(font)?.isSymbols ? bytes.toString('latin1') : iconv.decode(bytes, findCharset(font)),
    show: (text, font) => readSymbols(text, findName(font)).text,
    hasPairs: (font) => pairCharset.test(findCharset(font)),
  };
}

function findCodePage(value: number | undefined): string | undefined {
  return [`windows-${value}`, `cp${value}`].find((name) => iconv.encodingExists(name));
}
