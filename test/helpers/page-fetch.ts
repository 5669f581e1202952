import type { Page } from '@playwright/test';

type Outgoing = {
  readonly path: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
  /** Base64, or null for none. */
  readonly body: string | null;
};

/** Sends a request with the page's own `fetch`, so over the transport that the page came by; the answer streams. */
export async function fetchInPage(page: Page, path: string, init: RequestInit): Promise<Response> {
  const request = new Request(new URL(path, 'http://page.test'), { ...init, signal: null });
  const body = request.body ? Buffer.from(await request.arrayBuffer()).toString('base64') : null;
  const outgoing: Outgoing = { path, method: request.method, headers: [...request.headers], body };
  const answer = await page.evaluateHandle(send, outgoing);
  const { status, headers, hasBody } = await answer.evaluate(({ response }) => ({
    status: response.status,
    headers: [...response.headers],
    hasBody: response.body !== null && ![204, 304].includes(response.status),
  }));
  if (!hasBody) return new Response(null, { status, headers });
  const stream = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const part = await answer.evaluate(({ readPart }) => readPart());
      if (part === null) controller.close();
      else controller.enqueue(Buffer.from(part, 'base64'));
    },
    cancel: () => answer.evaluate(({ stop }) => stop()),
  });
  return new Response(stream, { status, headers });
}

/** Runs in the page, so it stands on nothing outside of itself. */
async function send({ path, method, headers, body }: Outgoing) {
  const stopper = new AbortController();
  const bytes = body === null ? null : Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
  const response = await fetch(path, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    body: bytes,
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
