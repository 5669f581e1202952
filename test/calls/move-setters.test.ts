import { expect } from 'vitest';
import {
  listSetters,
  moveSetters,
  replaceSetters,
} from '../../electron/service/features/calls/review-author-queries.ts';
import { createTemporaryFolder } from '../helpers/service/temporary-folder.ts';
import { openTestDatabase } from '../helpers/service/test-database.ts';
import { testOnFile } from '../helpers/service/test-on-file.ts';

const setBy = (key_id: string, tag: string) => ({
  field: 'tag' as const,
  tag,
  author_id: null,
  key_id,
  author_name: null,
  set_at: 1,
});

testOnFile('of two calls that turn out to be one, the kept call’s own setters take precedence', async () => {
  const folder = await createTemporaryFolder();
  const db = openTestDatabase(folder.path);
  db.execute(`INSERT INTO organization VALUES ('org_1', 'Kept', '', 'active', 'local', 0)`);
  db.execute(`INSERT INTO agent (agent_id, org_id, name, objective, audience, greeting, voice, created_at)
    VALUES ('agt_1', 'org_1', 'Desk', '', '', '', 'slt', 0)`);
  for (const id of [1, 2])
    db.run(
      `INSERT INTO call (id, call_id, org_id, agent_id, agent_name, recipient_number, mode, persona, speed, placed_by, status,
         duration_seconds, metadata)
       VALUES (?, 'call_' || ?, 'org_1', 'agt_1', 'Desk', '', 'remote', NULL, 'fast', '', 'completed', 0, '{}')`,
      id,
      String(id),
    );
  replaceSetters(db, 1, [setBy('key_1', 'late'), setBy('key_1', 'VIP')]);
  replaceSetters(db, 2, [setBy('key_2', 'vip')]);
  moveSetters(db, 1, 2);
  expect(listSetters(db, 1)).toEqual([]);
  expect(listSetters(db, 2)).toEqual([setBy('key_1', 'late'), setBy('key_2', 'vip')]);
  db.close();
  await folder.remove();
});
