import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { windowHeaders } from './window-headers.ts';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
};

/** Answers one request for a file of the window; undefined where there is none, so that the host words its own 404. */
export type StaticFileHandler = (request: Request) => Promise<Response | undefined>;

/** The files under `root`, index.html for `/`. Vite names what lies in assets/ by its content, so that it never changes. */
export function createStaticFileHandler(root: string): StaticFileHandler {
  return async (request) => {
    const path = parseFilePath(request.url);
    if (path === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined;
    const bytes = await readFileIfExists(join(root, path));
    if (!bytes) return undefined;
    const headers = {
      ...windowHeaders,
      'Content-Type': contentTypes[extname(path)] ?? 'application/octet-stream',
      'Content-Length': String(bytes.byteLength),
      'Cache-Control': path.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-cache',
    };
    return new Response(request.method === 'HEAD' ? null : bytes, { headers });
  };
}

/** A path made of plain names only: nothing that climbs, hides or names a drive reaches the file system. */
function parseFilePath(url: string): string | undefined {
  const { pathname } = new URL(url);
  if (pathname === '/') return '/index.html';
  return /^(\/[\w-][\w.-]*)+$/.test(pathname) ? pathname : undefined;
}

async function readFileIfExists(path: string): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (
      error instanceof Error &&
      'code' in error &&
      ['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'].includes(String(error.code))
    )
      return undefined;
    throw error;
  }
}
