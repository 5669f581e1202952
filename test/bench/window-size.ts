import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import { printRows, type BenchRow } from './bench-row.ts';

const most = 250 * 1024;
const page = new URL('../../dist/renderer/index.html', import.meta.url);

/** Measures the scripts that the window loads before its first frame. Views are loaded later. */
export async function bench(): Promise<readonly BenchRow[]> {
  const html = readFileSync(page, 'utf8');
  const scripts = [...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map(([, src = '']) => new URL(src, page));
  const seen = new Set<string>();
  for (const script of scripts) collect(script, seen);
  const bytes = [...seen].reduce((sum, path) => sum + gzipSync(readFileSync(path)).byteLength, 0);
  return [
    {
      name: 'initial JavaScript of the window, gzip',
      measured: `${(bytes / 1024).toFixed(1)} KB in ${seen.size} files`,
      target: '< 250 KB',
      ok: bytes < most,
    },
  ];
}

function collect(script: URL, seen: Set<string>): void {
  const path = fileURLToPath(script);
  if (seen.has(path)) return;
  seen.add(path);
  const code = readFileSync(path, 'utf8');
  const imported = [...code.matchAll(/(?:import|from)\s*"(\.[^"]+\.js)"/g)].map(([, name = '']) => name);
  for (const name of imported) collect(new URL(name, script), seen);
}

if (import.meta.main) printRows(await bench());
