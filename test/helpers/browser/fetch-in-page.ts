import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JSHandle, Page } from '@playwright/test';
import { createTemporaryFolder } from '../service/temporary-folder.ts';

/** Larger bodies are passed to the page as a file: as an argument, 20 MB take half a minute. */
const maxArgumentBytes = 1024 * 1024;

/** Sends a request with the page's `fetch`, and so over the transport of the page. The response of an event stream is streamed. */
export async function fetchInPage(page: Page, path: string, init: RequestInit): Promise<Response> {
  const request = new Request(new URL(path, 'http://page.test'), { ...init, signal: null });
  const exchange = await page.evaluateHandle(sendFromPage, {
    path,
    method: request.method,
    headers: [...request.headers].map(([name, value]) => ({ name, value })),
    body: request.body && (await passBytes(page, Buffer.from(await request.arrayBuffer()))),
  });
  const { status, headers, body } = await exchange.evaluate(({ head }) => head);
  const hasBody = ![204, 304].includes(status);
  if (body !== null) return new Response(hasBody ? Buffer.from(body, 'base64') : null, { status, headers });
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const part = await exchange.evaluate(({ readPart }) => readPart());
      if (part === null) controller.close();
      else controller.enqueue(Buffer.from(part, 'base64'));
    },
    cancel: () => exchange.evaluate(({ stop }) => stop()),
  });
  return new Response(stream, { status, headers });
}

/** Returns small bodies as Base64. */
async function passBytes(page: Page, bytes: Buffer): Promise<string | JSHandle<Blob>> {
  if (bytes.byteLength <= maxArgumentBytes) return bytes.toString('base64');
  const folder = await createTemporaryFolder();
  try {
    const file = join(folder.path, 'bytes');
    await writeFile(file, bytes);
    const input = await page.evaluateHandle(createFileInput);
    await input.setInputFiles(file);
    return await input.evaluateHandle(async ({ files }) => new Blob([(await files?.[0]?.arrayBuffer()) ?? '']));
  } finally {
    await folder.remove();
  }
}

// The functions below run in the page and cannot use other code of this module.

function createFileInput(): HTMLInputElement {
  return Object.assign(document.createElement('input'), { type: 'file' });
}

type OutgoingRequest = {
  readonly path: string;
  readonly method: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Base64, or a Blob as the uploads of the window have: Electron passes 20 MB of it on 20 times as fast as an array. */
  readonly body: string | Blob | null;
};

async function sendFromPage({ path, method, headers, body }: OutgoingRequest) {
  const encode = (bytes: Uint8Array): string => {
    let binary = '';
    for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(binary);
  };
  const stopper = new AbortController();
  const response = await fetch(path, {
    method,
    headers: headers.map(({ name, value }): [string, string] => [name, value]),
    body: typeof body === 'string' ? Uint8Array.from(atob(body), (character) => character.charCodeAt(0)) : body,
    signal: stopper.signal,
  });
  const isEventStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const reader = isEventStream ? response.body?.getReader() : undefined;
  return {
    head: {
      status: response.status,
      headers: [...response.headers],
      body: isEventStream ? null : encode(new Uint8Array(await response.arrayBuffer())),
    },
    readPart: async (): Promise<string | null> => {
      const value = (await reader?.read())?.value;
      return value ? encode(value) : null;
    },
    stop: () => stopper.abort(),
  };
}
