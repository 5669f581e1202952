import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readImports } from './helpers/read-imports.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const sources = globSync(['shared/**/*.ts', 'electron/**/*.{ts,mjs}', 'renderer/**/*.{ts,tsx}'], { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted();

type Import = { readonly from: string; readonly to: string; readonly isType: boolean };

/** Every import of every source; relative ones as paths below the root. */
const imports: readonly Import[] = sources.flatMap((from) =>
  readImports(readFileSync(join(root, from), 'utf8')).map(({ specifier, isType }) => ({
    from,
    to: specifier.startsWith('.') ? normalize(join(dirname(from), specifier)).replaceAll('\\', '/') : specifier,
    isType,
  })),
);

/** Breaches as text, so that a failing test names them. */
function breaches(isForbidden: (one: Import) => boolean): string[] {
  return imports.filter(isForbidden).map(({ from, to }) => `${from} imports ${to}`);
}

const isOwn = (path: string) => sources.includes(path) || /^(shared|electron|renderer)\//.test(path);

const mayUseElectron = (path: string) => path.startsWith('electron/main/') || path === 'electron/preload.ts';

const isForeign = (to: string) => to.startsWith('electron/') || to.startsWith('node:') || to === 'electron';

const featureOf = (path: string) => /^electron\/service\/([\w-]+)\//.exec(path)?.[1];

const isFeature = (to: string) => isOwn(to) && !to.startsWith('renderer/ui/') && !to.startsWith('renderer/format/');

describe('layers', () => {
  it('finds the sources and their imports', () => {
    expect(sources.length).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(sources.length);
  });

  it('shared knows only shared and zod', () => {
    expect(breaches(({ from, to }) => from.startsWith('shared/') && !to.startsWith('shared/') && to !== 'zod')).toEqual(
      [],
    );
  });

  it('electron is imported in electron/main and the preload only', () => {
    expect(breaches(({ from, to }) => /^electron(-store)?$/.test(to) && !mayUseElectron(from))).toEqual([]);
  });

  it('the service knows no host', () => {
    expect(
      breaches(
        ({ from, to }) => from.startsWith('electron/service/') && /^(electron\/(host|main|setup)|renderer)\//.test(to),
      ),
    ).toEqual([]);
  });

  it('the two hosts do not know each other', () => {
    expect(breaches(({ from, to }) => from.startsWith('electron/host/') && to.startsWith('electron/main/'))).toEqual(
      [],
    );
    expect(breaches(({ from, to }) => from.startsWith('electron/main/') && to.startsWith('electron/host/'))).toEqual(
      [],
    );
  });

  it('the renderer knows shared, itself and packages', () => {
    expect(breaches(({ from, to }) => from.startsWith('renderer/') && isForeign(to))).toEqual([]);
  });
});

/** Folders that every feature of the service stands on. */
const foundations = ['db', 'events', 'http', 'jobs', 'keys', 'settings', 'workspaces'];

/** The demo fills the rooms of all features, so it may open their doors. */
const furnishers = ['demo'];

/** What a feature offers to others, a file each. */
const offered: readonly string[] = [
  'electron/service/activity/has-broken-end.ts',
  'electron/service/agent-requests/list-records.ts',
  'electron/service/agents/queries.ts',
  'electron/service/agents/starter-agent.ts',
  'electron/service/billing/describe-usage.ts',
  'electron/service/billing/open-invoices.ts',
  'electron/service/calls/call-queries.ts',
  'electron/service/calls/describe-latest.ts',
  'electron/service/knowledge/compare-sentences.ts',
  'electron/service/knowledge/describe-reading.ts',
  'electron/service/knowledge/list-material.ts',
  'electron/service/knowledge/retrieval/read-stems.ts',
  'electron/service/knowledge/search-passages.ts',
  'electron/service/organizations/queries.ts',
];

const reaches = ({ from, to, isType }: Import) => {
  const [own, other] = [featureOf(from), featureOf(to)];
  if (!own || !other || own === other || isType) return false;
  if (foundations.includes(own) || furnishers.includes(own)) return false;
  return !foundations.includes(other) && !offered.includes(to);
};

describe('features', () => {
  it('of the service do not reach into each other', () => {
    expect(breaches(reaches)).toEqual([]);
  });

  it('renderer/ui knows none of them', () => {
    expect(breaches(({ from, to }) => from.startsWith('renderer/ui/') && isFeature(to))).toEqual([]);
  });
});

describe('the tree', () => {
  it('has no folder at the top but those of architecture.md', () => {
    const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);
    const folders = new Set(files.filter((path) => path.includes('/')).map((path) => path.split('/')[0]));
    const allowed = new Set(['shared', 'electron', 'renderer', 'test', '.ci']);
    expect([...folders].filter((folder) => folder !== undefined && !allowed.has(folder))).toEqual([]);
  });

  it('has no import cycle, types aside', () => {
    expect(findCycle(imports.filter(({ isType }) => !isType))).toEqual([]);
  });

  it('has no source of more than 350 lines', () => {
    const long = sources.filter((path) => readFileSync(join(root, path), 'utf8').split('\n').length > 350);
    expect(long).toEqual([]);
  });

  it('has no file whose name says nothing, and no barrel', () => {
    const vague = /(^|\/)(utils?|helpers?|common|manager|misc|index)\.(ts|tsx|mjs)$/;
    expect(sources.filter((path) => vague.test(path))).toEqual([]);
  });

  it('lists the migrations by their numbers, none left out', () => {
    const files = globSync('electron/service/db/migrations/*.ts', { cwd: root }).map((path) =>
      path.replace(/^.*[\\/]/, ''),
    );
    const numbers = files.toSorted().map((name) => Number(/^(\d{4})-[a-z0-9-]+\.ts$/.exec(name)?.[1]));
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    const list = files.length > 0 ? readFileSync(join(root, 'electron/service/db/migrations.ts'), 'utf8') : '';
    const named = [...list.matchAll(/\.\/migrations\/([\w-]+\.ts)/g)].map(([, name]) => name);
    expect(named).toEqual(files.toSorted());
  });
});

/** The first cycle that a walk in depth meets, as its files in order; empty where there is none. */
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
