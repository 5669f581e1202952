// Public: other features may import this file.
import { fetchPages, readObject, requireValid } from '../../remote/read-remote.ts';
import { isMissing, RemoteError, type RemoteClient } from '../../remote/remote-client.ts';
import { noteReader, type RemoteNote } from '../../remote/work-schemas.ts';
import type { Sender } from '../../outbox/outbox.ts';
import type { OutboxRow } from '../../outbox/outbox-queries.ts';
import type { CallRow } from '../call-queries.ts';
import * as notes from '../note-queries.ts';
import { splitVersions } from '../queue-note.ts';
import { notePayloadSchema } from './outbox-payloads.ts';
import { toRemoteMember } from './remote-authors.ts';
import { storeOtherTexts, storeRemoteNote } from './store-remote-note.ts';
import { createWorkSender, findTarget, publishNotes, type WorkDependencies } from './work-target.ts';

const readPayload = ({ payload }: OutboxRow) => notePayloadSchema.parse(JSON.parse(payload));

/** Sends notes. The remote recognizes a text that it has received before. */
export function createNoteSender(dependencies: WorkDependencies): Sender {
  const { db, link } = dependencies;
  return createWorkSender(dependencies, {
    publish: (item) => publishNotes(dependencies, readPayload(item)),
    send: async (item, signal, client) => {
      const payload = readPayload(item);
      const target = findTarget(dependencies, payload.call_id);
      if (!target) return () => {};
      const { call, remoteId } = target;
      const list = `/calls/${encodeURIComponent(remoteId)}/notes`;
      const path = `${list}/${encodeURIComponent(item.subject_id)}`;
      const note = notes.findNote(db, item.subject_id);
      if (!note) {
        if (payload.deleted === null) return () => {};
        const isDeleted = await deleteNote(client, path, payload.deleted, signal);
        if (isDeleted) return () => publishNotes(dependencies, call);
        // Another member changed it meanwhile, so that the deletion must not lose the text.
        const remote = await findRemoteNote(client, list, {
          noteId: item.subject_id,
          remoteOrgId: link.remoteOrgId,
          signal,
        });
        return () => {
          if (remote && !notes.findNote(db, item.subject_id)) storeRemoteNote(db, call.id, remote);
          publishNotes(dependencies, call);
        };
      }
      const { text, version_id } = note;
      const author = note.author_id === null ? {} : { author_id: toRemoteMember(db, note.author_id) };
      const create = () =>
        client.request({
          method: 'POST',
          path: list,
          json: { at_seconds: note.at_ms / 1000, text, ...author, note_id: note.note_id, version_id },
          signal,
        });
      const base = splitVersions(note);
      const json = { text, version_id, replaces: base, ...author };
      const update = () => client.request({ method: 'PATCH', path, json, signal });
      let response = base.length === 0 ? null : await update().catch(returnNullIfGone);
      // The remote does not have it yet, or another member deleted it: the later text is kept.
      response ??= await create().catch(returnNullIfGone);
      if (response === null) return () => removeNote(dependencies, call, note);
      const expected = { requestedId: note.note_id, remoteOrgId: link.remoteOrgId };
      const { value: remote } = requireValid(readObject(noteReader, response.body, expected));
      return () => storeAnswer(dependencies, call, note, remote);
    },
  });
}

/** Stores the remote's answer to a text, unless the note was changed here meanwhile: that change follows. */
function storeAnswer(
  dependencies: WorkDependencies,
  call: Pick<CallRow, 'id' | 'call_id'>,
  sent: notes.NoteRow,
  remote: RemoteNote,
): void {
  const { db } = dependencies;
  const note = notes.findNote(db, sent.note_id);
  if (note?.version_id === sent.version_id) storeRemoteNote(db, call.id, remote);
  else if (note) {
    // Of the texts on which the newer one builds, the remote has replaced those that were sent.
    const joined = splitVersions(note).filter((id) => !splitVersions(sent).includes(id));
    notes.storeBaseVersions(db, note.note_id, [sent.version_id, ...joined]);
    storeOtherTexts(db, call.id, remote, [sent.version_id, ...joined]);
  }
  publishNotes(dependencies, call);
}

/** Removes a note that another member deleted, unless it was changed here meanwhile. */
function removeNote(dependencies: WorkDependencies, call: Pick<CallRow, 'call_id'>, sent: notes.NoteRow): void {
  const note = notes.findNote(dependencies.db, sent.note_id);
  if (note?.version_id === sent.version_id) notes.deleteNote(dependencies.db, note);
  publishNotes(dependencies, call);
}

/** Whether the remote does not have the note, although it has the call. */
function isGone(error: unknown): boolean {
  return isMissing(error) && error instanceof RemoteError && error.code === 'note_not_found';
}

function returnNullIfGone(error: unknown): null {
  if (isGone(error)) return null;
  throw error;
}

/** Resolves to false if the remote keeps the note, because it has a text that was not known here. */
async function deleteNote(
  client: RemoteClient,
  path: string,
  tags: readonly string[],
  signal: AbortSignal,
): Promise<boolean> {
  try {
    await client.request({ method: 'DELETE', path, ifMatch: tags.join(', '), signal });
    return true;
  } catch (error) {
    if (isGone(error)) return true;
    if (error instanceof RemoteError && error.status === 412) return false;
    throw error;
  }
}

async function findRemoteNote(
  client: RemoteClient,
  path: string,
  { noteId, ...options }: { readonly noteId: string; readonly remoteOrgId: string; readonly signal: AbortSignal },
): Promise<RemoteNote | undefined> {
  for await (const { items } of fetchPages(client, { reader: noteReader, path, ...options })) {
    const found = items.find(({ note_id }) => note_id === noteId);
    if (found) return found;
  }
  return undefined;
}
