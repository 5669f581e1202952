import { expect, test } from 'vitest';
import { startServiceWithWorkspace } from '../../helpers/service/start-service-with-workspace.ts';

const paths = ['/v1/activity/export', '/v1/do-not-call/export', '/app/billing/invoices.csv', '/app/call-exports'];

test('every CSV file begins with the byte order mark by which spreadsheets detect UTF-8', async () => {
  const started = await startServiceWithWorkspace();
  const responses = await Promise.all(paths.map((path) => started.send(path, {}, 'window')));
  const files = await Promise.all(responses.map((response) => response.arrayBuffer()));
  await started.stop();
  expect(responses.map(({ status }) => status)).toEqual(paths.map(() => 200));
  expect(files.map((file) => Buffer.from(file, 0, 3).toString('hex'))).toEqual(paths.map(() => 'efbbbf'));
});
