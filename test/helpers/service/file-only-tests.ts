/** Tests of what only a workspace in a file has, by the reason. `TEST_DATABASE=postgres` leaves them out. */
const testsByReason: Readonly<Record<string, readonly string[]>> = {
  'How SQLite opens, migrates, locks, rewrites and plans': [
    'test/platform/db/*.test.ts',
    'test/calls/list-plans.test.ts',
    'test/calls/word-indexes.test.ts',
  ],
  'Snapshots, maintenance and the copies of a damaged file: PostgreSQL has its own tools': [
    'test/workspaces/{damaged-*,open-workspace,read-only,refuse-damaged,resume,rewrite,snapshots}.test.ts',
  ],
  'Backups are made of a file: a database is backed up with PostgreSQL’s own tools': [
    'test/workspaces/backups/*.test.ts',
  ],
  'Deleted text is gone from the bytes of the file': ['test/knowledge/deletion.test.ts'],
  'A copied or cut write-ahead log': ['test/activity/chain-head.test.ts'],
  'A full disk, which is the server’s': ['test/**/full-disk.test.ts'],
  'A killed program starts again as a process of its own, on files': [
    'test/**/kill*.test.ts',
    'test/knowledge/search-model-kill.test.ts',
    'test/host/serve.test.ts',
  ],
  'Linked workspaces, which are on members’ computers: a team server is what they link to': [
    'test/{connection,outbox,remote,sync}/**/*.test.ts',
    'test/billing/remote/!(second-service).test.ts',
    'test/calls/{calls-without-date,linked-call-routes,place-remote-call,refresh-remote-calls,unreadable-remote-calls}.test.ts',
    'test/knowledge/{linked-documents,remote-document-list}.test.ts',
    'test/workspaces/{convert-workspace,linked-*}.test.ts',
  ],
  'The demo as the desktop creates it: in a worker, prepared beforehand': ['test/workspaces/demo/demo-creator.test.ts'],
};

export const fileOnlyTests = Object.values(testsByReason).flat();
