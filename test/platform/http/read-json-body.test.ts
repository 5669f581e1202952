import { expect, test } from 'vitest';
import { readJsonBody } from '../../../electron/service/platform/http/read-json-body.ts';

test('an incomplete body is a client error', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"query":'));
      controller.error(new Error('aborted'));
    },
  });
  const headers = { 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit; // TypeScript's types lack `duplex`
  await expect(readJsonBody(new Request('http://service.test/', init))).rejects.toMatchObject({ code: 'malformed' });
});
