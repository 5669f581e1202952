import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, extname, join } from 'node:path';
import { findReplacedFont } from '../files/sans-font-paths.ts';

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

/** Returns a file of the window, or undefined if it does not exist, so that the host can return its own 404. */
export type StaticFileHandler = (request: Request) => Promise<Response | undefined>;

/** Serves the files under `root`, and index.html for `/`. Names in assets/ contain a content hash, so these files never change. */
export function createStaticFileHandler(root: string): StaticFileHandler {
  return async (request) => {
    const path = parseFilePath(request.url);
    if (path === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined;
    const bytes = await readFileIfExists(locateFile(root, path));
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

/** Returns the path of a file URL. Returns undefined for `..`, hidden files and drive names, which must not reach the file system. */
function parseFilePath(url: string): string | undefined {
  const { pathname } = new URL(url);
  if (pathname === '/') return '/index.html';
  return /^(\/[\w-][\w.-]*)+$/.test(pathname) ? pathname : undefined;
}

/** What the window needs to draw pages of PDFs: pdf.js, its decoders of images, character maps and fonts. */
const pdfjsPattern = /^\/pdfjs\/((?:legacy\/build|cmaps|standard_fonts|wasm)\/[^/]+)$/;

function locateFile(root: string, path: string): string {
  const [, pdfjsFile] = pdfjsPattern.exec(path) ?? [];
  if (pdfjsFile === undefined) return join(root, path);
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));
  return findReplacedFont(basename(pdfjsFile)) ?? join(folder, pdfjsFile);
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

/** The window loads only its own scripts and styles and connects only to its own service. Inline and evaluated code is blocked. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Sent with every file of the window, by every host. */
export const windowHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};
