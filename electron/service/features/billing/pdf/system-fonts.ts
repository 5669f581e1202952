import { readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { create, type Font } from 'fontkit';

/** A font of this computer. */
export type SystemFont = {
  readonly path: string;
  readonly postscriptName: string;
  /** Whether its file has several fonts. */
  readonly isInCollection: boolean;
};

/** More fonts than an operating system has, with the languages of all its users. */
const maxFiles = 5_000;
const maxDepth = 4;

/** Keeps a search short if the computer has hundreds of fonts, and none has a character. */
const maxOpenedFiles = 60;
const maxOpenedBytes = 300 * 1024 * 1024;

/** Fonts without serifs, for many scripts, of Linux, macOS and Windows. */
const preferredPattern =
  /noto ?sans|source ?han ?sans|droidsansfallback|wqy|nanumgothic|pingfang|hiragino ?sans|ヒラギノ角ゴ|applesdgothic|arial ?unicode|msyh|msjh|yugoth|meiryo|malgun|nirmala|leelaw/i;
const unlikePattern = /serif|mincho|song|ming|mono|italic|oblique|condensed|light|thin/i;

/** Finds fonts of this computer for characters that the fonts of the application do not have. */
export class SystemFonts {
  readonly #folders: readonly string[];
  #files: readonly string[] | undefined;
  /** The last search: the invoices of an organization have the same names. */
  #last: { readonly characters: string; readonly found: readonly SystemFont[] } | undefined;

  constructor(folders: readonly string[] = listFontFolders()) {
    this.#folders = folders;
  }

  /** Returns fonts that have as many of the characters as possible, and may be part of a document. */
  find(characters: ReadonlySet<string>): readonly SystemFont[] {
    const key = [...characters].join('');
    if (this.#last?.characters !== key) this.#last = { characters: key, found: this.#search(characters) };
    return this.#last.found;
  }

  #search(characters: ReadonlySet<string>): readonly SystemFont[] {
    const missing = new Set(characters);
    const found: SystemFont[] = [];
    let openedBytes = 0;
    this.#files ??= listFontFiles(this.#folders);
    for (const path of this.#files.slice(0, maxOpenedFiles)) {
      if (missing.size === 0 || openedBytes > maxOpenedBytes) break;
      const bytes = readFont(path, maxOpenedBytes - openedBytes);
      openedBytes += bytes?.length ?? 0;
      const chosen = bytes && chooseFont(bytes, characters, missing);
      if (!chosen) continue;
      const { font, isInCollection } = chosen;
      found.push({ path, postscriptName: font.postscriptName, isInCollection });
      for (const character of listKnown(font, missing)) missing.delete(character);
    }
    return found;
  }
}

function readFont(path: string, maxBytes: number): Buffer | null {
  try {
    return statSync(path).size > maxBytes ? null : readFileSync(path);
  } catch {
    return null; // it was removed, or may not be read
  }
}

/** Returns the font of a file that has the most of the missing characters, in the form of the language of the text. */
function chooseFont(bytes: Buffer, characters: ReadonlySet<string>, missing: ReadonlySet<string>) {
  const language = findLanguage([...characters].join(''));
  const rate = (font: Font) => [
    listKnown(font, missing).length,
    Number(language.test(font.postscriptName)) - Number(unlikePattern.test(font.postscriptName)),
  ];
  try {
    const opened = create(bytes);
    const fonts = ('fonts' in opened ? opened.fonts : [opened])
      .filter(canEmbed)
      .map((font) => ({ font, rate: rate(font) }));
    const [best] = fonts.toSorted((a, b) => (b.rate[0] ?? 0) - (a.rate[0] ?? 0) || (b.rate[1] ?? 0) - (a.rate[1] ?? 0));
    return best && (best.rate[0] ?? 0) > 0 ? { font: best.font, isInCollection: 'fonts' in opened } : null;
  } catch {
    return null; // a damaged font, or one of an unknown kind
  }
}

/** Chinese and Japanese share characters, which each writes in its own way. */
function findLanguage(text: string): RegExp {
  if (/[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text)) return /jp|japan/i;
  return /\p{sc=Hangul}/u.test(text) ? /kr|korea/i : /sc|gb|cn/i;
}

function listKnown(font: Font, characters: ReadonlySet<string>): readonly string[] {
  return [...characters].filter((character) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
}

/** Whether its glyphs are outlines, and its license permits documents that contain them. */
function canEmbed(font: Font): boolean {
  const { tables } = font.directory;
  const { noEmbedding, noSubsetting, bitmapOnly } = font['OS/2']?.fsType ?? {};
  return ('glyf' in tables || 'CFF ' in tables) && !noEmbedding && !noSubsetting && !bitmapOnly;
}

/** Returns the files of fonts, those that look most like the fonts of the application first. */
function listFontFiles(folders: readonly string[]): readonly string[] {
  const files: string[] = [];
  const visit = (folder: string, depth: number) => {
    if (depth > maxDepth) return;
    for (const entry of readFolder(folder)) {
      if (files.length >= maxFiles) return;
      if (entry.isDirectory()) visit(join(folder, entry.name), depth + 1);
      else if (/\.(ttf|otf|ttc|otc)$/i.test(entry.name)) files.push(join(folder, entry.name));
    }
  };
  for (const folder of folders) visit(folder, 0);
  return files.toSorted((a, b) => rateName(b) - rateName(a) || (a < b ? -1 : 1));
}

function rateName(path: string): number {
  const name = basename(path);
  return 4 * Number(preferredPattern.test(name)) + Number(/bold|bd/i.test(name)) - 2 * Number(unlikePattern.test(name));
}

function readFolder(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // it does not exist, or may not be read
  }
}

/** Returns the folders in which operating systems keep fonts. */
function listFontFolders(): readonly string[] {
  const home = homedir();
  if (process.platform === 'darwin') return ['/System/Library/Fonts', '/Library/Fonts', join(home, 'Library', 'Fonts')];
  if (process.platform === 'win32') {
    const { WINDIR = 'C:\\Windows', LOCALAPPDATA } = process.env;
    const own = LOCALAPPDATA === undefined ? [] : [join(LOCALAPPDATA, 'Microsoft', 'Windows', 'Fonts')];
    return [join(WINDIR, 'Fonts'), ...own];
  }
  return [
    '/usr/share/fonts',
    '/usr/local/share/fonts',
    join(home, '.local', 'share', 'fonts'),
    join(home, '.fonts'),
    '/run/current-system/sw/share/X11/fonts',
  ];
}
