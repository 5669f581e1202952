import { expect, it } from 'vitest';
import { readImports } from './read-imports.ts';

it('reads every form of import, and distinguishes types and lazy imports', () => {
  const source = [
    "import { a } from './a.ts';",
    "import type { B } from './b.ts';",
    "import * as z from 'zod';",
    "import D, {\n  e,\n  type F,\n} from '../d.ts';",
    "import './side-effect.ts';",
    "export type { G } from './g.ts';",
    "export { h } from './h.ts';",
    "const late = await import('./late.ts');",
    "const text = 'from nowhere';",
  ].join('\n');
  expect(readImports(source)).toEqual([
    { specifier: './a.ts', isType: false, isLazy: false },
    { specifier: './b.ts', isType: true, isLazy: false },
    { specifier: 'zod', isType: false, isLazy: false },
    { specifier: '../d.ts', isType: false, isLazy: false },
    { specifier: './side-effect.ts', isType: false, isLazy: false },
    { specifier: './g.ts', isType: true, isLazy: false },
    { specifier: './h.ts', isType: false, isLazy: false },
    { specifier: './late.ts', isType: false, isLazy: true },
  ]);
});
