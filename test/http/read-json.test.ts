import { expect, test } from 'vitest';
import { readJson } from '../../electron/service/http/read-json.ts';

test('a body that breaks off is the fault of its sender, not of the service', async () => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"query":'));
      controller.error(new Error('aborted'));
    },
  });
  const headers = { 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit; // which TypeScript's own types lack
  await expect(readJson(new Request('http://service.test/', init))).rejects.toMatchObject({ code: 'malformed' });
});
