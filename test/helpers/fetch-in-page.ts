import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { createTemporaryFolder } from './temporary-folder.ts';

/** Sends a request with the page's `fetch`, and so over the transport of the page. The response is streamed. */
export async function fetchInPage(page: Page, path: string, init: RequestInit): Promise<Response> {
  const request = new Request(new URL(path, 'http://page.test'), { ...init, signal: null });
  const input = await page.evaluateHandle(createFileInput);
  const folder = await createTemporaryFolder();
  try {
    if (request.body) {
      // Passes the body as a file, because 20 MB as an argument would take seconds.
      const file = join(folder.path, 'body');
      await writeFile(file, new Uint8Array(await request.arrayBuffer()));
      await input.setInputFiles(file);
    }
    const exchange = await input.evaluateHandle(sendFromPage, {
      path,
      method: request.method,
      headers: [...request.headers].map(([name, value]) => ({ name, value })),
    });
    const { status, headers, hasBody } = await exchange.evaluate(({ response }) => ({
      status: response.status,
      headers: [...response.headers],
      hasBody: response.body !== null && ![204, 304].includes(response.status),
    }));
    if (!hasBody) return new Response(null, { status, headers });
    const stream = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const part = await exchange.evaluate(({ readPart }) => readPart());
        if (part === null) controller.close();
        else controller.enqueue(Buffer.from(part, 'base64'));
      },
      cancel: () => exchange.evaluate(({ stop }) => stop()),
    });
    return new Response(stream, { status, headers });
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
};

async function sendFromPage(input: HTMLInputElement, { path, method, headers }: OutgoingRequest) {
  const stopper = new AbortController();
  const response = await fetch(path, {
    method,
    headers: headers.map(({ name, value }): [string, string] => [name, value]),
    body: (await input.files?.[0]?.arrayBuffer()) ?? null,
    signal: stopper.signal,
  });
  const reader = response.body?.getReader();
  const readPart = async (): Promise<string | null> => {
    const read = await reader?.read();
    if (!read?.value) return null;
    let binary = '';
    for (let at = 0; at < read.value.length; at += 8192)
      binary += String.fromCharCode(...read.value.subarray(at, at + 8192));
    return btoa(binary);
  };
  return { response, readPart, stop: () => stopper.abort() };
}
