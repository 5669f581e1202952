import { expect, test } from 'vitest';
import { readJsonBody } from '../../../electron/service/platform/http/read-json-body.ts';

test('a body that breaks off is the fault of its sender, not of the service', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"query":'));
      controller.error(new Error('aborted'));
    },
  });
  const headers = { 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit; // which TypeScript's own types lack
  await expect(readJsonBody(new Request('http://service.test/', init))).rejects.toMatchObject({ code: 'malformed' });
});
