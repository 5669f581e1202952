import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const arimoFolder = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/arimo/package.json'));

/** Arimo (SIL Open Font License), whose characters are as wide as those of Helvetica and Liberation Sans. */
export const sansFontPaths = {
  regular: join(arimoFolder, '400Regular', 'Arimo_400Regular.ttf'),
  bold: join(arimoFolder, '700Bold', 'Arimo_700Bold.ttf'),
} as const;

/** The fonts of pdf.js that are not in the application, because the license of theirs is the GPL, with the ones in their place. */
const replacedFonts: ReadonlyMap<string, string> = new Map([
  ['LiberationSans-Regular.ttf', sansFontPaths.regular],
  ['LiberationSans-Bold.ttf', sansFontPaths.bold],
]);

/** Returns the font that replaces one of pdf.js, if it does not come with pdf.js. */
export function findReplacedFont(fileName: string): string | undefined {
  return replacedFonts.get(fileName);
}
