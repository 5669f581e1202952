import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes } from '../../shared/contract/contract.ts';
import { startDemoService } from '../helpers/data/demo-keys.ts';
import type { StartedService } from '../helpers/service/start-service.ts';

let demo: StartedService;
beforeAll(async () => {
  demo = await startDemoService({ rateLimitPerMinute: 0 });
});
afterAll(() => demo.stop());

const ask = (query: string) => demo.app(appRoutes.askKnowledge, { json: { query } });

test.each(['How much is a late payment?', 'late payment', 'E-241', 'Hello, when do you open?'])(
  '“%s” is answered',
  async (query) => {
    const { data, is_answered } = await ask(query);
    expect(is_answered).toBe(true);
    expect(data).toHaveLength(8);
  },
);

const greetings = ['hello', 'Hello?', 'Hello, good morning!', 'Yes.', 'thanks, goodbye'];

test.each(['asdf qwer zxcv', 'Who designed your logo?', 'blorb flimflam 99', ...greetings])(
  '“%s” is not answered, and has the nearest passages',
  async (query) => {
    const { data, is_answered } = await ask(query);
    expect(is_answered).toBe(false);
    expect(data.length).toBeGreaterThan(0);
  },
);
