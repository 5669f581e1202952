import { expect } from 'vitest';
import { findCall } from '../../../electron/service/features/calls/call-queries.ts';
import {
  insertCorrection,
  listCorrectionRows,
  moveOutcome,
  updateOutcome,
} from '../../../electron/service/features/calls/outcome/correction-queries.ts';
import { createTemporaryFolder } from '../../helpers/service/temporary-folder.ts';
import { openTestDatabase } from '../../helpers/service/test-database.ts';
import { testOnFile } from '../../helpers/service/test-on-file.ts';

testOnFile(
  'of two calls that turn out to be one, the kept call has the corrected outcome and its success',
  async () => {
    const folder = await createTemporaryFolder();
    const db = openTestDatabase(folder.path);
    db.execute(`INSERT INTO organization VALUES ('org_1', 'Kept', '', 'active', 'local', 0)`);
    db.execute(`INSERT INTO agent (agent_id, org_id, name, objective, audience, greeting, voice, created_at)
    VALUES ('agt_1', 'org_1', 'Desk', '', '', '', 'slt', 0)`);
    for (const id of [1, 2])
      db.run(
        `INSERT INTO call (id, call_id, org_id, agent_id, agent_name, recipient_number, mode, persona, speed, placed_by, status,
         disposition, duration_seconds, metadata)
       VALUES (?, 'call_' || ?, 'org_1', 'agt_1', 'Desk', '', 'remote', NULL, 'fast', '', 'completed', 'Wrong person', 0, '{}')`,
        id,
        String(id),
      );
    const [old_value, new_value] = ['Wrong person', 'Visit booked'];
    const author = { author_id: null, key_id: 'window', author_name: null };
    insertCorrection(db, 1, { ...author, correction_id: 'cor_1', field: '', old_value, new_value, corrected_at: 1 });
    updateOutcome(db, 1, new_value, true);
    moveOutcome(db, findCall(db, 'org_1', 'call_1') ?? expect.fail('There is no call.'), 2);
    expect(findCall(db, 'org_1', 'call_2')).toMatchObject({ disposition: new_value, is_success: 1 });
    expect(listCorrectionRows(db, 2)).toMatchObject([{ correction_id: 'cor_1', new_value }]);
    db.close();
    await folder.remove();
  },
);
