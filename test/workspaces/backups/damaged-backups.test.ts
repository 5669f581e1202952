import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Encrypter, generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import yazl from 'yazl';
import { SqliteDatabase } from '../../../electron/service/platform/db/sqlite-database.ts';
import { requireFreeSpace } from '../../../electron/service/workspaces/backups/backup-protocol.ts';
import { manifestSchema, type BackupManifest } from '../../../electron/service/workspaces/backups/backup-manifest.ts';
import { previewBackup } from '../../../electron/service/workspaces/backups/read-backup.ts';
import { restoreBackup } from '../../../electron/service/workspaces/backups/restore-backup.ts';
import { migrations } from '../../../electron/service/workspaces/migrations.ts';
import { backupExtension } from '../../../shared/workspaces/backups.ts';
import { writeVerifiedBackup } from '../../../electron/service/workspaces/backups/verify-backup.ts';
import { appRoutes } from '../../../shared/contract/contract.ts';
import { copyDemoFolder } from '../../helpers/data/demo-folder.ts';
import { deleteInvoice } from '../../helpers/data/delete-invoice.ts';
import { startServiceWithWorkspace } from '../../helpers/service/start-service-with-workspace.ts';
import { startService, type StartedService } from '../../helpers/service/start-service.ts';
import { createTemporaryFolder, type TemporaryFolder } from '../../helpers/service/temporary-folder.ts';
import { upload } from '../../helpers/service/upload.ts';
import { readZip } from './zip-entries.ts';

let folder: TemporaryFolder;
let started: StartedService;
/** A backup without any damage, and its entries. */
let whole: Buffer;
let entries: ReadonlyMap<string, Buffer>;
let manifest: BackupManifest;
let path: string;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  path = join(folder.path, `one${backupExtension}`);
  started = await startServiceWithWorkspace();
  await upload(started.v1, 'Tower', 'The bell tower is open on Sundays.');
  const backup = await started.app(appRoutes.createBackup, { json: {} });
  whole = readFileSync(backup.path);
  entries = await readZip(whole);
  manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '') as BackupManifest;
});
beforeEach(() => {
  for (const name of ['stage', 'workspace']) {
    rmSync(join(folder.path, name), { recursive: true, force: true });
    mkdirSync(join(folder.path, name));
  }
});
afterAll(async () => {
  await started.stop();
  await folder.remove();
});

const restore = (bytes: Uint8Array, passphrase: string | null = null) => {
  writeFileSync(path, bytes);
  return restoreBackup(
    {
      path,
      passphrase,
      migrations,
      stageDir: join(folder.path, 'stage'),
      workspaceDir: join(folder.path, 'workspace'),
      workspaceId: 'wsp_1',
      takenNames: [],
      restoredAt: Date.UTC(2026, 2, 1),
      requestId: 'req_1',
    },
    () => {},
  );
};

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

type ZipContent = readonly (readonly [name: string, content: Uint8Array, isCompressed?: boolean])[];

async function zip(content: ZipContent): Promise<Buffer> {
  const file = new yazl.ZipFile();
  for (const [name, bytes, compress = false] of content) file.addBuffer(Buffer.from(bytes), name, { compress });
  file.end();
  return buffer(file.outputStream);
}

/** Builds a backup with other entries or another manifest. The manifest lists the entries, unless `changes` does. */
function build(content: ZipContent, changes: Partial<Record<keyof BackupManifest, unknown>> = {}): Promise<Buffer> {
  const listed = content.map(([name, bytes]) => ({ name, size_bytes: bytes.length, sha256: sha256(bytes) }));
  const text = JSON.stringify({ ...manifest, entries: listed, ...changes });
  return zip([['manifest.json', Buffer.from(text)], ...content]);
}

const getContent = (): ZipContent => [...entries].filter(([name]) => name !== 'manifest.json');

/** Changes the database as another program would, and returns the entries with it. */
function changeDatabase(change: string | ((bytes: Buffer) => Buffer)): ZipContent {
  const changed = join(folder.path, 'changed.db');
  const bytes = entries.get('workspace.db') ?? Buffer.alloc(0);
  writeFileSync(changed, typeof change === 'string' ? bytes : change(Buffer.from(bytes)));
  if (typeof change === 'string') {
    const db = new SqliteDatabase(changed);
    db.execute(change);
    db.close();
  }
  return getContent().map(([name, content]) => [name, name === 'workspace.db' ? readFileSync(changed) : content]);
}

const flip = (bytes: Buffer, at: number) => {
  const flipped = Buffer.from(bytes);
  flipped[at] = (flipped[at] ?? 0) ^ 0xff;
  return flipped;
};

/** Replaces every occurrence of a name by another one of the same length. */
function rename(bytes: Buffer, from: string, to: string): Buffer {
  expect(to).toHaveLength(from.length);
  return Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1');
}

const fileName = () => getContent().find(([name]) => name.startsWith('files/'))?.[0] ?? '';

test('a backup without damage is restored', async () => {
  expect(await restore(whole)).toMatchObject({
    workspace_name: 'Harbour Office',
    documents: 1,
    is_activity_intact: true,
  });
  expect(readdirSync(join(folder.path, 'workspace')).toSorted()).toEqual([
    'activity-head',
    'files',
    'invoices',
    'recordings',
    'workspace.db',
  ]);
  expect(await restoreOther(await build(getContent()))).toMatchObject({ workspace_name: 'Harbour Office' });
});

async function restoreOther(bytes: Uint8Array) {
  rmSync(join(folder.path, 'workspace'), { recursive: true });
  mkdirSync(join(folder.path, 'workspace'));
  return restore(bytes);
}

const damaged = 'This backup is damaged or incomplete';
const foreign = 'not a backup of Switchboard';

const variants: readonly (readonly [name: string, reason: string, build: () => Uint8Array | Promise<Uint8Array>])[] = [
  ['is empty', damaged, () => Buffer.alloc(0)],
  ['is text', foreign, () => Buffer.from('A text that is longer than the header of a ZIP file.')],
  ['is another ZIP file', foreign, () => zip([['word/document.xml', Buffer.from('<xml/>')]])],
  ['is cut after the manifest', damaged, () => whole.subarray(0, 4_000)],
  ['is cut in the middle', damaged, () => whole.subarray(0, whole.length / 2)],
  ['lacks its last byte', damaged, () => whole.subarray(0, -1)],
  ['has a changed manifest', damaged, () => flip(whole, 60)],
  ['has a changed byte of the database', damaged, () => flip(whole, whole.indexOf('PK\u0001\u0002') - 3_000)],
  ['lacks an original', damaged, () => build(getContent().slice(0, 1), { entries: manifest.entries })],
  [
    'has one entry more',
    damaged,
    () => build([...getContent(), ['files/x', Buffer.from('x')]], { entries: manifest.entries }),
  ],
  [
    'has an entry twice',
    damaged,
    () => build([...getContent(), ...getContent().slice(0, 1)], { entries: manifest.entries }),
  ],
  [
    'has an entry with another hash',
    damaged,
    () => build(getContent(), { entries: manifest.entries.map((entry) => ({ ...entry, sha256: '0'.repeat(64) })) }),
  ],
  [
    'has an entry with another size',
    damaged,
    () => build(getContent(), { entries: manifest.entries.map((entry) => ({ ...entry, size_bytes: 1 })) }),
  ],
  [
    'has a path that leads outside',
    damaged,
    async () => rename(await build(getContent()), fileName(), `../../${'a'.repeat(fileName().length - 6)}`),
  ],
  [
    'has an absolute path',
    damaged,
    async () => rename(await build(getContent()), fileName(), `/${'a'.repeat(fileName().length - 1)}`),
  ],
  [
    'has a path of a folder of its own',
    damaged,
    () => build([...getContent(), ['snapshots/000001-1.db', Buffer.from('x')]]),
  ],
  [
    'has a symbolic link',
    damaged,
    async () => {
      const bytes = await build(getContent());
      const directory = bytes.indexOf('PK\u0001\u0002');
      for (let at = directory; at > 0; at = bytes.indexOf('PK\u0001\u0002', at + 1))
        bytes.writeUInt32LE(0o120777 * 0x10000, at + 38); // the mode of Unix in the central directory
      return bytes;
    },
  ],
  [
    'has a file that its database does not know',
    damaged,
    () => build([...getContent(), [`files/${sha256(Buffer.from('more'))}`, Buffer.from('more')]]),
  ],
  [
    'lacks a file of its database that it does not list as missing',
    damaged,
    () => build(getContent().filter(([name]) => name !== fileName())),
  ],
  [
    'says that a path outside is the name of an original',
    'value that Switchboard did not write, in document.sha256',
    () => build(changeDatabase(`UPDATE document SET sha256 = '../../../secret', status = 'deleting'`)),
  ],
  [
    'says that a path outside is the ID of a call',
    'value that Switchboard did not write, in call.call_id',
    () =>
      build(
        changeDatabase(`INSERT INTO call (call_id, org_id, agent_id, agent_name, recipient_number, placed_by, status, created_at, metadata)
          SELECT '../../secret', org_id, agent_id, name, '+15550100', 'window', 'failed', created_at, '{}' FROM agent`),
        { counts: { ...manifest.counts, calls: 1 } },
      ),
  ],
  [
    'says that a path outside is the name of a PDF',
    'value that Switchboard did not write, in remote_invoice.pdf_sha256',
    () =>
      build(
        changeDatabase(`INSERT INTO remote_invoice (invoice_id, amount_cents, status, issued_at, pdf_url, pdf_sha256, pdf_bytes)
          VALUES ('inv_1', 1, 'open', 1, '', '../../secret', 8)`),
      ),
  ],
  [
    'has a time that no date has',
    'value that Switchboard did not write, in member.invited_at',
    () =>
      build(
        changeDatabase(`INSERT INTO member (user_id, org_id, email, status, invited_at)
          SELECT 'usr_1', org_id, 'a@example.com', 'active', 9000000000000000 FROM organization`),
      ),
  ],
  [
    'has a response that would be sent again',
    'value that Switchboard did not write, in idempotency_record',
    () => build(changeDatabase(`INSERT INTO idempotency_record VALUES ('window', 'a', 'b', 'c', '{}', '{}', 1)`)),
  ],
  [
    'refers to a row that it does not have',
    'value that Switchboard did not write, in agent.org_id',
    () => build(changeDatabase(`PRAGMA foreign_keys = OFF; UPDATE agent SET org_id = 'org_0'`)),
  ],
  [
    'is a bomb',
    'expand far too much',
    () => build([...getContent(), [`files/${'0'.repeat(64)}`, Buffer.alloc(65 * 1024 ** 2), true]]),
  ],
  [
    'has a manifest that is too large',
    'more files than a workspace can have',
    () => {
      const bytes = Buffer.from(whole);
      bytes.writeUInt32LE(0x7fff_ffff, 18);
      return bytes;
    },
  ],
  ['has a newer format', 'newer Switchboard (9.0.0)', () => build(getContent(), { format: 2, app_version: '9.0.0' })],
  ['has a newer schema', 'newer Switchboard', () => build(getContent(), { schema_version: 999 })],
  ['has no database', 'Its database file is missing', () => build(getContent().slice(1))],
  [
    'has the database of another program',
    'belongs to another program',
    () => build(changeDatabase('PRAGMA application_id = 1')),
  ],
  [
    'has a database with a trigger',
    'was not written by Switchboard',
    () => build(changeDatabase('CREATE TRIGGER t AFTER UPDATE ON workspace BEGIN DELETE FROM document; END')),
  ],
  [
    'has a database with a trigger that does something else',
    'was not written by Switchboard',
    () =>
      build(
        changeDatabase(`DROP TRIGGER call_count_of_new_call;
          CREATE TRIGGER call_count_of_new_call AFTER INSERT ON call BEGIN DELETE FROM document; END`),
      ),
  ],
  [
    'has a database with a trigger that is named like a part of SQLite',
    'was not written by Switchboard',
    () => {
      const changed = changeDatabase('CREATE TRIGGER xqlite_t AFTER INSERT ON call BEGIN DELETE FROM document; END');
      return build(changed.map(([name, bytes]) => [name, rename(Buffer.from(bytes), 'xqlite_t', 'sqlite_t')]));
    },
  ],
  [
    'has a database with another index',
    'was not written by Switchboard',
    () =>
      build(
        changeDatabase('DROP INDEX member_of_organization; CREATE INDEX member_of_organization ON member (invited_at)'),
      ),
  ],
  [
    'has a database with another table',
    'was not written by Switchboard',
    () => build(changeDatabase('CREATE TABLE other (a)')),
  ],
  [
    'has a database of an unreleased version',
    'It was written by an unreleased version of Switchboard, which this one cannot read.',
    () => build(changeDatabase('PRAGMA user_version = 25')),
  ],
  [
    'has a database with a damaged page',
    damaged,
    () => build(changeDatabase((bytes) => bytes.fill(0xa5, 4096 * 3, 4096 * 4))),
  ],
  [
    'has a database with fewer documents than it says',
    damaged,
    () => build(getContent(), { counts: { ...manifest.counts, documents: 2 } }),
  ],
  [
    'has an activity that was changed',
    'was changed after the backup was made',
    () => build(changeDatabase(`UPDATE activity SET actor_name = 'Nobody' WHERE number = 1`)),
  ],
  [
    'has an activity without its last entry',
    'was changed after the backup was made',
    () => build(changeDatabase('DELETE FROM activity WHERE number = (SELECT max(number) FROM activity)')),
  ],
  ['has the database of another workspace', damaged, () => build(getContent(), { workspace_id: 'wsp_2' })],
];

test.each(variants)('a backup that %s is refused with a sentence that says what to do', async (_, reason, getBytes) => {
  const bytes = await getBytes();
  const error: unknown = await restore(bytes).catch((caught: unknown) => caught);
  expect(error).toMatchObject({
    code: reason.startsWith('newer') ? 'backup_too_new' : 'backup_invalid',
    message: expect.stringContaining(reason),
  });
  expect(String(error)).toMatch(/Nothing was changed\.$/);
  expect(readdirSync(folder.path).filter((name) => !['stage', 'workspace', 'changed.db'].includes(name))).toEqual([
    `one${backupExtension}`,
  ]);
});

const passphrase = 'correct horse battery staple';

async function encrypt(bytes: Buffer, recipient?: string): Promise<Buffer> {
  const encrypter = new Encrypter();
  if (recipient) encrypter.addRecipient(recipient);
  else encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(4); // faster than Switchboard's
  return Buffer.from(await encrypter.encrypt(bytes));
}

test('a backup of a workspace whose activity was already changed is restored, and says so', async () => {
  const changed = changeDatabase(`UPDATE activity SET actor_name = 'Nobody' WHERE number = 1`);
  expect(await restore(await build(changed, { is_activity_intact: false }))).toMatchObject({
    is_activity_intact: false,
  });
});

test('a backup that is damaged while it is written is deleted, with a sentence that says so', async () => {
  const { workspace } = await started.app(appRoutes.getSession, {});
  const workspaceDir = join(started.dataDir, 'workspaces', workspace?.workspace_id ?? '');
  const written = join(folder.path, 'workspace', `new${backupExtension}`);
  const write = (damage: () => void) => {
    const stageDir = mkdtempSync(join(folder.path, 'stage', 'write-'));
    const input = {
      path: written,
      partPath: `${written}.part`,
      passphrase: null,
      migrations,
      stageDir,
      workspaceDir,
      databasePath: join(workspaceDir, 'workspace.db'),
      appVersion: '0.0.0-test',
      workFactor: 4,
      createdAt: Date.UTC(2026, 2, 1),
    };
    let isDamaged = false;
    return writeVerifiedBackup(input, ({ step }) => {
      if (step === 'verifying' && !isDamaged) damage();
      isDamaged = step === 'verifying';
    });
  };
  expect(await write(() => {})).toMatchObject({ workspace_name: 'Harbour Office' });
  const flipByte = () => {
    const bytes = readFileSync(written);
    writeFileSync(written, flip(bytes, bytes.indexOf('PK\u0001\u0002') - 3_000));
  };
  await expect(write(flipByte)).rejects.toMatchObject({
    code: 'backup_invalid',
    message: 'The backup was damaged while it was written, and was deleted. Check the disk of its folder.',
    cause: { message: expect.stringContaining(damaged) },
  });
  expect(readdirSync(join(folder.path, 'workspace'))).toEqual([]);
  await expect(write(() => rmSync(written))).rejects.toMatchObject({ code: 'backup_not_found' });
});

test('an encrypted backup that is damaged is refused, before and after its passphrase is known', async () => {
  const encrypted = await encrypt(whole);
  expect(await restore(encrypted, passphrase)).toMatchObject({ workspace_name: 'Harbour Office' });
  const header = encrypted.indexOf('\n--- ');
  const recipient = await identityToRecipient(await generateIdentity());
  const cases: readonly (readonly [code: string, bytes: Buffer])[] = [
    ['backup_invalid', encrypted.subarray(0, header)],
    ['backup_invalid', encrypted.subarray(0, header + 200)],
    ['backup_invalid', encrypted.subarray(0, -1)],
    ['backup_invalid', flip(encrypted, encrypted.length - 10)],
    ['backup_invalid', flip(encrypted, header + 20)],
    ['backup_invalid', await encrypt(whole, recipient)],
    ['backup_invalid', Buffer.from(encrypted.toString('latin1').replace(/^(-> scrypt \S+) 4$/m, '$1 22'), 'latin1')],
    ['backup_invalid', await encrypt(Buffer.from('Not a backup, although the passphrase opens it.'))],
  ];
  for (const [index, [code, bytes]] of cases.entries()) {
    for (const name of ['stage', 'workspace']) {
      rmSync(join(folder.path, name), { recursive: true });
      mkdirSync(join(folder.path, name));
    }
    await expect(restore(bytes, passphrase), String(index)).rejects.toMatchObject({ code });
  }
});

test('a preview reads only the start of an encrypted backup', async () => {
  const encrypted = await encrypt(Buffer.concat([whole, Buffer.alloc(5 * 1024 ** 2)]));
  writeFileSync(path, encrypted.subarray(0, encrypted.length / 2));
  expect(await previewBackup({ path, passphrase, migrations })).toMatchObject({ name: 'Harbour Office' });
});

test('a restore that needs more space than there is says how much', async () => {
  await expect(requireFreeSpace(folder.path, 2 ** 60)).rejects.toMatchObject({
    code: 'storage_full',
    message: expect.stringMatching(/^This needs \d+ MB of disk space, and \d+ MB are free\./),
  });
  await expect(requireFreeSpace(folder.path, 1)).resolves.toBeUndefined();
});

test('through the service, a refused backup leaves nothing behind, and is shown as unusable', async () => {
  const { folder: backups } = await started.app(appRoutes.listBackups, {});
  writeFileSync(join(backups, `Cut${backupExtension}`), whole.subarray(0, whole.length / 2));
  const find = async () => {
    const { data } = await started.app(appRoutes.listBackups, {});
    return data.find(({ file_name }) => file_name.startsWith('Cut'));
  };
  const params = { backup_id: (await find())?.backup_id ?? '' };
  const root = join(started.dataDir, 'workspaces');
  const before = readdirSync(root);
  for (const route of [appRoutes.previewBackup, appRoutes.verifyBackup, appRoutes.restoreBackup])
    await expect(started.app(route, { params, json: {} })).rejects.toMatchObject({ code: 'backup_invalid' });
  expect(readdirSync(root)).toEqual(before);
  expect(await find()).toMatchObject({ check: { error: expect.stringContaining(damaged), workspace_name: null } });
});

test('the name of a backup’s workspace loses invisible marks', () => {
  const read = (name: string) => manifestSchema.parse({ ...manifest, name }).name;
  expect(read('\u202eNorthwind\u2069\u00a0Broadband')).toBe('Northwind Broadband');
  expect(read('\u202e\u200b')).toBe('Unnamed workspace');
});

test.each([
  [`UPDATE document SET sha256 = '../../../secret'`, 'document.sha256'],
  [`UPDATE agent SET voice = 'other'`, 'agent.voice'],
  [`UPDATE organization SET created_at = 9223372036854775807`, 'organization.created_at'],
])(
  'a workspace in which another program stored a value is not backed up, and the column is named: %s',
  async (sql, column) => {
    const other = await startServiceWithWorkspace();
    const { workspace } = await other.app(appRoutes.getSession, {});
    await upload(other.v1, 'Tower', 'The bell tower is open on Sundays.');
    const db = new SqliteDatabase(join(other.dataDir, 'workspaces', workspace?.workspace_id ?? '', 'workspace.db'));
    db.execute(sql);
    db.close();
    const refused = expect.objectContaining({
      code: 'workspace_unusable',
      message: `Its database has a value that Switchboard did not write, in ${column}, so no backup was made. Earlier ones were kept. Restore one of them or a snapshot, or close Switchboard and copy its data folder.`,
    });
    await expect(other.app(appRoutes.createBackup, { json: {} })).rejects.toEqual(refused);
    expect((await other.app(appRoutes.listBackups, {})).data).toEqual([]);
    await other.stop();
  },
);

test('a workspace in which another program deleted an invoice is backed up', async () => {
  const dataDir = join(folder.path, 'demo');
  copyDemoFolder(dataDir, 'recorded');
  deleteInvoice(dataDir, 'INV-0001');
  const demo = await startService({ dataDir });
  const { data } = await demo.app(appRoutes.listWorkspaces, {});
  await demo.app(appRoutes.openWorkspace, { params: { workspace_id: data[0]?.workspace_id ?? '' } });
  const { backup_id } = await demo.app(appRoutes.createBackup, { json: {} });
  const verified = await demo.app(appRoutes.verifyBackup, { params: { backup_id }, json: {} });
  expect(verified).toMatchObject({ workspace_name: data[0]?.name });
  await demo.stop();
});
