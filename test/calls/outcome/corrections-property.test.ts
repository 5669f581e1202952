import { expect, test } from 'vitest';
import {
  findCall,
  insertCall,
  updateCallStatus,
  type CallRow,
} from '../../../electron/service/features/calls/call-queries.ts';
import {
  listCapturedFields,
  upsertCapturedField,
} from '../../../electron/service/features/calls/outcome/captured-field-queries.ts';
import { correctOutcome } from '../../../electron/service/features/calls/outcome/correct-outcome.ts';
import { listCorrectionRows } from '../../../electron/service/features/calls/outcome/correction-queries.ts';
import { revertCorrection } from '../../../electron/service/features/calls/outcome/revert-correction.ts';
import { areCallCountsCurrent } from '../../../electron/service/features/insights/insight-queries.ts';
import type { Database } from '../../../electron/service/platform/db/database.ts';
import { createRandom, type Random } from '../../../electron/service/platform/seeded-random.ts';
import { defaultOutcomes } from '../../../shared/agents/agent-definition.ts';
import { createTemporaryFolder } from '../../helpers/service/temporary-folder.ts';
import { openTestDatabase } from '../../helpers/service/test-database.ts';

const orgId = 'org_1';
const callId = 'call_1';
const firstOutcome = 'Wrong person';
const firstValue = '1200';

function createCall(db: Database): void {
  db.run(
    `INSERT INTO organization (org_id, name, industry, status, subscription_tier, created_at) VALUES (?, 'One', '', 'active', 'starter', 0)`,
    orgId,
  );
  db.run(
    `INSERT INTO agent (agent_id, org_id, name, objective, audience, greeting, voice, status, created_at)
     VALUES ('agt_1', ?, 'Agent', '', '', '', 'slt', 'active', 0)`,
    orgId,
  );
  const agent = { agent_id: 'agt_1', agent_name: 'Agent', org_id: orgId };
  const made = { mode: 'simulated', persona: null, speed: 'fast', placed_by: 'window' } as const;
  const id = insertCall(db, {
    ...agent,
    ...made,
    call_id: callId,
    recipient_number: '+15550100',
    created_at: 1000,
    metadata: {},
  });
  const move = (to: CallRow['status'], changes = {}) => updateCallStatus(db, orgId, requireCall(db), to, changes);
  move('ringing');
  move('in_progress', { answeredAt: 2000 });
  move('completed', { disposition: firstOutcome, durationSeconds: 60, endedAt: 62_000 });
  const question = { field: 'budget', text: 'Budget?', type: 'number', choices: [], needs_follow_up: true } as const;
  upsertCapturedField(
    db,
    id,
    { ...question, choices: [] },
    { spoken: 'twelve hundred', value: firstValue, answered_in: null },
  );
}

function requireCall(db: Database): CallRow {
  return findCall(db, orgId, callId) ?? expect.fail('There is no call.');
}

/** What a model expects: the values, and the corrections that are kept. */
type Model = { readonly id: string; readonly field: string; readonly value: string | null }[];

function change(db: Database, random: Random, model: Model, number: number): void {
  const id = `cor_${number}`;
  const author = { correction_id: id, author_id: null, key_id: 'window', author_name: null, corrected_at: number };
  const current = (field: string) =>
    model.findLast((one) => one.field === field)?.value ?? (field === '' ? firstOutcome : firstValue);
  const step = random.next();
  if (step < 0.45) {
    const outcome = random.pick(defaultOutcomes).name;
    if (current('') !== outcome) model.push({ id, field: '', value: outcome });
    correctOutcome(db, requireCall(db), { disposition: outcome }, author);
  } else if (step < 0.75) {
    const value = String(random.pick([1, 2, 3]));
    if (current('budget') !== value) model.push({ id, field: 'budget', value });
    correctOutcome(db, requireCall(db), { fields: { budget: value } }, author);
  } else if (model.length > 0) {
    const reverted = random.pick(model);
    model.splice(model.indexOf(reverted), 1);
    revertCorrection(db, orgId, callId, reverted.id, number);
  }
}

test('whatever is corrected and taken back, history, values and figures stay consistent', async () => {
  const folder = await createTemporaryFolder();
  const db = openTestDatabase(folder.path);
  try {
    createCall(db);
    const random = createRandom('corrections');
    const model: Model = [];
    for (let number = 0; number < 150; number++) {
      db.transaction(() => change(db, random, model, number));
      const call = requireCall(db);
      const rows = listCorrectionRows(db, call.id);
      expect(
        rows.map(({ correction_id, field, new_value }) => ({ id: correction_id, field, value: new_value })),
      ).toEqual(model);
      for (const [field, first, value] of [
        ['', firstOutcome, call.disposition],
        ['budget', firstValue, listCapturedFields(db, call.id)[0]?.value],
      ] as const) {
        const chain = rows.filter((row) => row.field === field);
        // Each correction starts from the value that the one before it left, and the last one is the current value.
        expect(chain.map(({ old_value }) => old_value)).toEqual(
          [first, ...chain.slice(0, -1).map(({ new_value }) => new_value)].slice(0, chain.length),
        );
        expect(value).toBe(chain.at(-1)?.new_value ?? first);
      }
      const outcome = defaultOutcomes.find(({ name }) => name === call.disposition);
      expect(call.is_success === 1).toBe(outcome?.is_success);
      expect(areCallCountsCurrent(db)).toBe(true);
      const needed = db.all<{ kind: string }>('SELECT kind FROM follow_up ORDER BY kind').map(({ kind }) => kind);
      expect(needed.includes('outcome')).toBe(outcome?.needs_follow_up);
    }
  } finally {
    db.close();
    await folder.remove();
  }
});
