import { afterAll, beforeAll, describe, test } from 'vitest';
import { generateId } from '../../electron/service/platform/context.ts';
import { createCallId } from '../helpers/data/call-ids.ts';
import type { StartedService } from '../helpers/service/start-service.ts';
import { contractCases } from './contract-cases.ts';
import { openSession, type ContractSession } from './contract-session.ts';
import { startDemoService } from '../helpers/data/demo-keys.ts';

describe('the API in process', () => {
  let started: StartedService;
  let session: ContractSession;

  beforeAll(async () => {
    const demo = await startDemoService({
      newId: (prefix) => (prefix === 'call' ? createCallId('wrong_person') : generateId(prefix)),
    });
    started = demo;
    session = openSession(demo);
  });
  afterAll(() => started.stop());

  test.each(contractCases)('$name', ({ run }) => run(session));
});
