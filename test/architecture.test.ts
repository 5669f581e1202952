import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { waitTimeoutMs } from './helpers/clock/wait-for.ts';
import { readImports } from './helpers/processes/read-imports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const sources = globSync(['shared/**/*.ts', 'electron/**/*.{ts,mjs}', 'renderer/**/*.{ts,tsx}'], { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted();

const readSource = (path: string) => readFileSync(join(root, path), 'utf8');

const serviceSources = sources.filter((path) => path.startsWith('electron/service/'));

type Import = {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
  /** Loaded with `import('…')`. */
  readonly isLazy: boolean;
};

/** Every import of every source; relative ones as paths below the root. */
const imports: readonly Import[] = sources.flatMap((from) =>
  readImports(readFileSync(join(root, from), 'utf8')).map(({ specifier, isType, isLazy }) => ({
    from,
    to: specifier.startsWith('.') ? resolveSpecifier(from, specifier) : specifier,
    isType,
    isLazy,
  })),
);

/** Without what follows a question mark, by which the bundler decides how a file is loaded. */
function resolveSpecifier(from: string, specifier: string): string {
  return normalize(join(dirname(from), specifier.replace(/\?.*$/, ''))).replaceAll('\\', '/');
}

/** Returns forbidden imports as text, so that a failing test names them. */
function violations(isForbidden: (entry: Import) => boolean): string[] {
  return imports.filter(isForbidden).map(({ from, to }) => `${from} imports ${to}`);
}

const loadedBy = Map.groupBy(
  imports.filter(({ isType, isLazy }) => !isType && !isLazy),
  ({ from }) => from,
);

/** Returns a file and everything that is loaded with it. */
function listLoaded(path: string): ReadonlySet<string> {
  const loaded = new Set([path]);
  for (const one of loaded) for (const { to } of loadedBy.get(one) ?? []) loaded.add(to);
  return loaded;
}

const isOwn = (path: string) => sources.includes(path) || /^(shared|electron|renderer)\//.test(path);

const canUseElectron = (path: string) => path.startsWith('electron/main/') || path === 'electron/preload.ts';

const isForeign = (to: string) => to.startsWith('electron/') || to.startsWith('node:') || to === 'electron';

describe('layers', () => {
  it('finds the sources and their imports', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(sources.length);
  });

  it('names files as they are called: the compiler takes a.ts for a.tsx, the bundler does not', () => {
    expect(violations(({ to }) => isOwn(to) && !existsSync(join(root, to)))).toEqual([]);
  });

  it('shared imports only shared and zod, and phone numbers alone the type of their parser', () => {
    const canImport = ({ from, to, isType }: Import) =>
      to.startsWith('shared/') ||
      to === 'zod' ||
      (from === 'shared/calls/phone-number.ts' && to === 'libphonenumber-js/min' && isType);
    expect(violations((entry) => entry.from.startsWith('shared/') && !canImport(entry))).toEqual([]);
  });

  it('only electron/main and the preload script import electron', () => {
    expect(violations(({ from, to }) => /^electron(-store)?$/.test(to) && !canUseElectron(from))).toEqual([]);
  });

  it('the service imports no host', () => {
    expect(
      violations(
        ({ from, to }) => from.startsWith('electron/service/') && /^(electron\/(host|main|setup)|renderer)\//.test(to),
      ),
    ).toEqual([]);
  });

  it('the two hosts do not import each other', () => {
    expect(violations(({ from, to }) => from.startsWith('electron/host/') && to.startsWith('electron/main/'))).toEqual(
      [],
    );
    expect(violations(({ from, to }) => from.startsWith('electron/main/') && to.startsWith('electron/host/'))).toEqual(
      [],
    );
  });

  it('the renderer imports shared, itself and packages', () => {
    expect(violations(({ from, to }) => from.startsWith('renderer/') && isForeign(to))).toEqual([]);
  });
});

describe('the main process', () => {
  it('loads its window before the service, the contract and what calls the service', () => {
    const loaded = listLoadedFiles('electron/main/main.ts');
    expect(loaded).toContain('electron/main/window.ts');
    const late = ['electron/service/service.ts', 'shared/contract/contract.ts', 'electron/main/window-client.ts'];
    expect(late.filter((path) => loaded.includes(path))).toEqual([]);
    expect(listLoadedPackages('electron/main/main.ts')).toEqual(['electron', 'zod']);
  });

  it('loads no package with the service that the first view does not need', () => {
    const late = ['@hono/node-server', 'iconv-lite', 'jschardet', 'onnxruntime-node', 'pdfkit', 'pdfjs-dist'];
    const loaded = listLoadedPackages('electron/service/open-service.ts');
    expect(loaded).toContain('hono');
    expect(late.filter((name) => loaded.includes(name))).toEqual([]);
  });
});

/** Returns the packages that a source loads when it starts. */
function listLoadedPackages(start: string): readonly string[] {
  const loaded = listLoadedFiles(start);
  const packages = imports
    .filter(({ from, to, isType, isLazy }) => loaded.includes(from) && !isType && !isLazy && !isOwn(to))
    .map(({ to }) => to)
    .filter((to) => !to.startsWith('node:'));
  return [...new Set(packages)].toSorted();
}

/** Returns the sources that a source loads when it starts: not types, and not what it imports later. */
function listLoadedFiles(start: string): readonly string[] {
  const loaded = new Set([start]);
  for (const path of loaded)
    for (const { from, to, isType, isLazy } of imports)
      if (from === path && !isType && !isLazy && sources.includes(to)) loaded.add(to);
  return [...loaded];
}

const findLayer = (path: string) => {
  if (!path.startsWith('electron/service/')) return undefined;
  const [folder = ''] = path.slice('electron/service/'.length).split('/');
  return ({ platform: 0, features: 1, workspaces: 2 } as Readonly<Record<string, number>>)[folder] ?? 3;
};

const findFeature = (path: string) => /^electron\/service\/features\/([\w-]+)\//.exec(path)?.[1];

/** The first line of a file of a feature that other features and workspaces/ may import. */
const publicMark = '// Public: other features may import this file.';

const isMarkedPublic = (path: string) => readSource(path).startsWith(`${publicMark}\n`);

/**
 * Returns whether a file may import one of another feature. service.ts may import every file, because it assembles the
 * application; setup/ too, because it builds what a feature loads; the demo in workspaces/demo may import queries, because it
 * fills the tables of all features; the list of migrations may import their schemas.
 */
const mayImportFile = (from: string, to: string) =>
  from === 'electron/service/service.ts' ||
  from.startsWith('electron/setup/') ||
  (from.startsWith('electron/service/workspaces/demo/') && to.endsWith('-queries.ts')) ||
  (from === 'electron/service/workspaces/migrations.ts' && to.endsWith('-schema.ts')) ||
  isMarkedPublic(to);

/** Returns the sources with a variable, or a collection that is not read-only, outside functions. */
function listStateful(paths: readonly string[]): readonly string[] {
  const state =
    /^(?:export )?(?:let |const \w+(?:: (?![Rr]eadonly)[^=]*)? = (?:new (?:Weak)?(?:Map|Set|Ref)\b|\[\];|\{\};))/m;
  return paths.filter((path) => state.test(readSource(path)));
}

describe('the service', () => {
  it('marks only those files public that are imported outside their feature, on their first line', () => {
    const marked = sources.filter((path) => readSource(path).includes(publicMark));
    const isImportedOutside = (path: string) =>
      imports.some(
        ({ from, to }) => to === path && findFeature(from) !== findFeature(path) && (findLayer(from) ?? 3) < 3,
      );
    expect(marked.length).toBeGreaterThan(50);
    expect(marked.filter((path) => !isMarkedPublic(path) || !findFeature(path) || !isImportedOutside(path))).toEqual(
      [],
    );
  });

  it('imports downward only: workspaces, features, platform', () => {
    expect(violations(({ from, to }) => (findLayer(from) ?? 3) < (findLayer(to) ?? -1))).toEqual([]);
  });

  it('imports only the public files of another feature', () => {
    const reachesInside = ({ from, to }: Import) => {
      const feature = findFeature(to);
      return feature !== undefined && findFeature(from) !== feature && !mayImportFile(from, to);
    };
    expect(violations(reachesInside)).toEqual([]);
  });

  it('has no cycle between features', () => {
    const betweenFeatures = imports.flatMap(({ from, to, isType, isLazy }) => {
      const [source, target] = [findFeature(from), findFeature(to)];
      return source && target && source !== target ? [{ from: source, to: target, isType, isLazy }] : [];
    });
    expect(findCycle(betweenFeatures)).toEqual([]);
  });

  it('has no mutable state at module level, except in worker scripts', () => {
    expect(listStateful(serviceSources.filter((path) => !path.endsWith('-worker.ts')))).toEqual([]);
  });

  it('loads the contract in no thread but the one that seeds the demo: it takes as long to load as all else that they need', () => {
    const workers = serviceSources.filter((path) => path.endsWith('-worker.ts') && !path.endsWith('/demo-worker.ts'));
    expect(workers.length).toBeGreaterThan(8);
    expect(workers.filter((path) => listLoaded(path).has('shared/contract/contract.ts'))).toEqual([]);
  });

  it('has SQL only in *-queries.ts, *-schema.ts and platform/db', () => {
    const sql = /['"`]\s*(?:SELECT\s|INSERT INTO|UPDATE \w+\s+SET|DELETE FROM|PRAGMA |WITH RECURSIVE)/;
    const allowed = /-(queries|schema)\.ts$|\/platform\/db\//;
    expect(serviceSources.filter((path) => !allowed.test(path) && sql.test(readSource(path)))).toEqual([]);
  });
});

describe('the entry of the window', () => {
  it('awaits nothing at its top level: scripts that are loaded later import from it, and would not run before', () => {
    const [beforeFunctions = ''] = readSource('renderer/main.tsx').split(/^(?:async )?function /m);
    expect(beforeFunctions).not.toMatch(/\bawait\b/);
  });
});

/** ui and format, then data, features, the shell, and the entry with the routes. */
const findRendererLayer = (path: string) => {
  const [, folder = ''] = /^renderer\/(\w+)\//.exec(path) ?? [];
  return ({ ui: 0, format: 0, data: 1, features: 2, shell: 3 } as Readonly<Record<string, number>>)[folder] ?? 4;
};

const findRendererFeature = (path: string) => /^renderer\/features\/([\w-]+)\//.exec(path)?.[1];

describe('the renderer', () => {
  it('has no mutable state at module level, except in stores', () => {
    expect(listStateful(sources.filter((path) => path.startsWith('renderer/')))).toEqual([]);
  });

  it('imports downward only: shell, features, data, ui and format', () => {
    const isUpward = ({ from, to }: Import) =>
      from.startsWith('renderer/') && to.startsWith('renderer/') && findRendererLayer(from) < findRendererLayer(to);
    expect(violations(isUpward)).toEqual([]);
  });

  it('imports only public.ts of another feature, and above the features also the feature.ts with what it contributes', () => {
    const reachesInside = ({ from, to }: Import) => {
      const target = findRendererFeature(to);
      if (!from.startsWith('renderer/') || target === undefined || findRendererFeature(from) === target) return false;
      const names = findRendererLayer(from) > 2 ? ['public.ts', 'feature.ts'] : ['public.ts'];
      return !names.some((name) => to === `renderer/features/${target}/${name}`);
    };
    expect(violations(reachesInside)).toEqual([]);
  });

  it('has in public.ts only names that are imported outside the feature', () => {
    const publicFiles = sources.filter((path) => /^renderer\/features\/[\w-]+\/public\.ts$/.test(path));
    const unused = publicFiles.flatMap((path) => {
      const names = [...readSource(path).matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) => listNames(list));
      const imported = namedImports.filter(({ to }) => to === path).flatMap((entry) => entry.names);
      return names.filter((name) => !imported.includes(name)).map((name) => `${path}: ${name}`);
    });
    expect(publicFiles.length).toBeGreaterThan(10);
    expect(unused).toEqual([]);
  });

  it('has no cycle between features', () => {
    const betweenFeatures = imports.flatMap((entry) => {
      const [from, to] = [findRendererFeature(entry.from), findRendererFeature(entry.to)];
      return from && to && from !== to ? [{ ...entry, from, to }] : [];
    });
    expect(betweenFeatures.length).toBeGreaterThan(30);
    expect(findCycle(betweenFeatures)).toEqual([]);
  });
});

/** Exported functions of shared/ that only one side calls, each with the reason why it is there. */
const oneSidedFunctions = new Map([
  ['canTransitionAgentRequest', 'reads a state machine whose other rule both sides use'],
  ['createDefinition', 'adds the defaults of the schema'],
  ['formatItemLink', 'the inverse of parseAppLink'],
  ['parseAppLink', 'the inverse of formatItemLink'],
  ['toDollars', 'the inverse of toCents'],
]);

describe('shared', () => {
  it('has only functions that both the window and the processes in electron/ use, directly or through shared', () => {
    const functions = sources
      .filter((path) => path.startsWith('shared/'))
      .flatMap((path): readonly SharedFunction[] =>
        [...readSource(path).matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name = '']) => ({ path, name })),
      );
    expect(functions.length).toBeGreaterThan(20);
    const isImported = (side: string, { path, name }: SharedFunction) =>
      namedImports.some(
        (entry) => entry.from.startsWith(`${side}/`) && entry.to === path && entry.names.includes(name),
      );
    const oneSided = functions.filter((one) => {
      const isCalledInItsFile = readSource(one.path).split(`${one.name}(`).length > 2;
      if (isCalledInItsFile || isImported('shared', one)) return false;
      return !isImported('electron', one) || !isImported('renderer', one);
    });
    expect(oneSided.map(({ name }) => name).toSorted()).toEqual([...oneSidedFunctions.keys()]);
  });
});

type SharedFunction = { readonly path: string; readonly name: string };

const listNames = (list: string) => [...list.matchAll(/\w+/g)].map(([name]) => name).filter((name) => name !== 'type');

/** The names that each source imports from another one. */
const namedImports = sources.flatMap((from) =>
  [...readSource(from).matchAll(/^import (?:type )?\{([^}]*)\} from '(\.[^']+)'/gm)].map(([, list = '', to = '']) => ({
    from,
    to: normalize(join(dirname(from), to)).replaceAll('\\', '/'),
    names: listNames(list),
  })),
);

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

const readmes = files.filter((path) => /(^|\/)README\.md$/.test(path));

describe('the READMEs', () => {
  const readme = readSource('README.md');

  it('are in the root and in the folders that need one, and the one in the root is short', () => {
    const documented = ['', 'electron/', 'electron/setup/', 'electron/setup/team/', 'renderer/', 'shared/', 'test/'];
    expect(readmes.toSorted()).toEqual(documented.map((folder) => `${folder}README.md`).toSorted());
    expect(readme.trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  });

  it('list each folder of the processes, the service and the window, and no others', () => {
    const folders = new Set(files.flatMap(listParentFolders));
    const isListed = (folder: string) =>
      /^(shared|electron|test|renderer|(electron|electron\/service|renderer)\/[\w-]+)\/$/.test(folder);
    expect(readFolderTree(readme)).toEqual([...folders].filter(isListed).toSorted());
  });

  it.each(readmes)('%s names only files and folders that exist, with their paths', (path) => {
    const text = readSource(path);
    const folder = dirname(path);
    const known = new Set([...files, ...files.flatMap(listParentFolders)]);
    const named = [
      ...[...text.matchAll(/`([\w.*/-]+(?:\/|\.(?:ts|tsx|mjs|md|json|png|yml)))`/g)].map(([, name = '']) => name),
      ...[...text.matchAll(/\]\((?!https?:)([^)]+)\)/g)].map(([, name = '']) => name),
    ].filter((name) => !name.includes('*') && !writtenAtRunTime.has(name));
    expect(named.length).toBeGreaterThan(8);
    const exists = (name: string) =>
      known.has(name) ||
      known.has(normalize(join(folder, name)).replaceAll('\\', '/')) ||
      (!name.includes('/') && files.some((file) => file.startsWith(`${folder}/`) && file.endsWith(`/${name}`)));
    expect(named.filter((name) => !exists(name))).toEqual([]);
  });

  it('name the files of each flow by their paths', () => {
    const [, flows = ''] = /## Six flows to follow\n(.*?)\n## /s.exec(readSource('electron/README.md')) ?? [];
    expect(flows.match(/^\*\*A/gm)).toHaveLength(6);
    const named = [...flows.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((name) => !files.includes(name))).toEqual([]);
  });
});

/** What commands write: no part of the repository. */
const writtenAtRunTime = new Set(['dist/', 'release/']);

/** Returns `a/` and `a/b/` for `a/b/c.ts`. */
function listParentFolders(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/`);
}

/** Returns the folders of the README's tree, as sorted paths. A line names one folder or several, below its indentation. */
function readFolderTree(readme: string): string[] {
  const [, tree = ''] = /## Where things are\n+```\n(.*?)```/s.exec(readme) ?? [];
  let parents: readonly string[] = [];
  return tree
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', names = ''] = /^( *)((?:[\w-]+\/ ?)+(?=\s|$))/.exec(line) ?? [];
      const depth = indent.length / 2;
      const parent = depth === 0 ? '' : (parents[depth - 1] ?? '');
      const paths = names
        .trim()
        .split(' ')
        .filter(Boolean)
        .map((name) => `${parent}${name}`);
      parents = [...parents.slice(0, depth), ...paths.slice(0, 1)];
      return paths;
    })
    .toSorted();
}

describe('the tree', () => {
  it('waits in no test for less than a slow machine needs', () => {
    const tests = files.filter((path) => /^test\/(?!bench\/).*\.tsx?$/.test(path));
    const short = tests.flatMap((path) =>
      [...readSource(path).matchAll(/\btimeout: ?([\d_]+)(?=\s*[,}])/g)]
        .filter(([, milliseconds = '']) => Number(milliseconds.replaceAll('_', '')) < waitTimeoutMs)
        .map(([found]) => `${path}: ${found}`),
    );
    expect(short).toEqual([]);
  });

  it('has only the listed folders at the top', () => {
    const folders = new Set(files.filter((path) => path.includes('/')).map((path) => path.split('/')[0]));
    const allowed = new Set(['shared', 'electron', 'renderer', 'test', '.ci', '.github']);
    expect([...folders].filter((folder) => folder !== undefined && !allowed.has(folder))).toEqual([]);
  });

  it('has no import cycle, type imports included', () => {
    expect(findCycle(imports)).toEqual([]);
  });

  it('has no source of more than 400 lines', () => {
    const long = sources.filter((path) => readFileSync(join(root, path), 'utf8').split('\n').length > 400);
    expect(long).toEqual([]);
  });

  it('never opens an address in another application', () => {
    const opening = sources.filter((path) => readFileSync(join(root, path), 'utf8').includes('openExternal'));
    expect(opening).toEqual([]);
  });

  it('has no vague file name and no barrel file', () => {
    const vague = /(^|\/)(utils?|helpers?|common|manager|misc|index)\.(ts|tsx|mjs)$/;
    expect(sources.filter((path) => vague.test(path))).toEqual([]);
  });

  it('composes every part of the schema, and lists every migration in the order of its number', () => {
    const list = 'electron/service/workspaces/migrations.ts';
    const listed = imports.filter(({ from, isType }) => from === list && !isType).map(({ to }) => to);
    const parts = serviceSources.filter((path) => path.endsWith('-schema.ts'));
    expect(parts.length).toBeGreaterThan(10);
    expect(listed.filter((path) => path.endsWith('-schema.ts')).toSorted()).toEqual(parts);
    const later = serviceSources.filter((path) => path.startsWith('electron/service/workspaces/migrations/'));
    expect(later.filter((path) => !/\/\d{4}-[a-z0-9-]+\.ts$/.test(path))).toEqual([]);
    expect(listed.filter((path) => path.includes('/migrations/'))).toEqual(later);
  });
});

/** Returns the first cycle of a depth-first search, as its nodes in order; empty if there is none. */
function findCycle(edges: readonly Import[]): string[] {
  const targets = new Map<string, Import[]>();
  for (const edge of edges) targets.set(edge.from, [...(targets.get(edge.from) ?? []), edge]);
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): string[] => {
    if (trail.includes(path)) return [...trail.slice(trail.indexOf(path)), path];
    if (done.has(path)) return [];
    for (const { to } of targets.get(path) ?? []) {
      const cycle = walk(to, [...trail, path]);
      if (cycle.length > 0) return cycle;
    }
    done.add(path);
    return [];
  };
  for (const path of targets.keys()) {
    const cycle = walk(path, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}
