import { afterAll, beforeAll, describe, test } from 'vitest';
import { startService, type StartedService } from '../helpers/start-service.ts';
import { contractCases } from './contract-cases.ts';
import { openSession, type ContractSession } from './contract-session.ts';
import { openDemoKeys } from '../helpers/demo-keys.ts';

describe('the contract, in process', () => {
  let started: StartedService;
  let session: ContractSession;

  beforeAll(async () => {
    started = await startService();
    const { send } = started;
    session = openSession({ ...(await openDemoKeys(started.service)), send });
  });
  afterAll(() => started.stop());

  test.each(contractCases)('$name', ({ run }) => run(session));
});
