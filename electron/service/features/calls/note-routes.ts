import { v1Routes } from '../../../../shared/contract/contract.ts';
import type { Note } from '../../../../shared/calls/notes.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import type { Database } from '../../platform/db/database.ts';
import { requireMatch } from '../../platform/http/etag.ts';
import { readKeyCursor, toKeyPage } from '../../platform/http/paging.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import type { CallRow } from './call-queries.ts';
import * as notes from './note-queries.ts';
import type { WorkServices } from '../outbox/queue-work.ts';
import { queueNote, queueNoteDeletion } from './queue-note.ts';
import { createAuthor } from '../organizations/authors.ts';
import { requireCall, type CallRequestContext, requireMember } from './require-call.ts';
import { formatNoteTag, writeNote } from './write-note.ts';

export function addNoteRoutes(tree: RouteTree<WorkServices>): void {
  bindRoute(tree, v1Routes.listNotes, (ctx) => {
    const { limit, cursor } = ctx.query;
    const after = readKeyCursor(cursor, notes.noteKeySchema);
    const rows = notes.listNotes(ctx.db, requireCall(ctx).id, { after, limit: limit + 1 });
    return { body: toKeyPage(rows, limit, (row) => notes.readNote(ctx.db, row), notes.getNoteKey) };
  });

  bindRoute(
    tree,
    v1Routes.createNote,
    (ctx) => {
      const { db, orgId, context, found: call, json, principal } = ctx;
      const {
        author_id = principal.memberId,
        note_id = context.newId('note'),
        version_id = context.newId('ntv'),
      } = json;
      const isRepeatable = json.note_id !== undefined || json.version_id !== undefined;
      return ctx.commitOnce([call.call_id, json], () => {
        requireMember(db, orgId, author_id, 'author_unknown');
        const known = isRepeatable ? notes.findNote(db, note_id) : undefined;
        if (known) {
          if (known.call !== call.id) throw new Problem('note_id_taken', 'A note on another call has this ID.');
          return respond(notes.readNote(db, known));
        }
        // A repeated request must not add the note again after it was deleted.
        if (isRepeatable && notes.isKnownVersion(db, version_id)) throw createNotFoundProblem(note_id);
        const note = {
          note_id,
          at_ms: Math.round(json.at_seconds * 1000),
          text: json.text,
          created_at: context.now(),
          ...createAuthor(principal, author_id),
          version_id,
          base_versions: null,
        };
        notes.insertNote(db, call.id, note, call.call_id);
        queueNote(ctx, call, note_id, null);
        publishChange(ctx, call);
        return respond(notes.toNewNote(requireNoteOfCall(db, call, note_id)));
      });
    },
    requireCall,
  );

  bindRoute(
    tree,
    v1Routes.updateNote,
    (ctx) =>
      ctx.commit(() => {
        const { db, orgId, context, principal, found, json } = ctx;
        const { call, note } = found;
        const { text, author_id = principal.memberId, version_id = context.newId('ntv') } = json;
        requireMatch(ctx.request, () => formatNoteTag(notes.readNote(db, note)));
        requireMember(db, orgId, author_id, 'author_unknown');
        const author = createAuthor(principal, author_id);
        const changed = writeNote(db, note, { text, version_id, written_at: context.now(), ...author }, json);
        queueNote(ctx, call, note.note_id, { note, replaced: json.replaces ?? [] });
        publishChange(ctx, call);
        return respond(changed);
      }),
    requireNote,
  );

  bindRoute(
    tree,
    v1Routes.deleteNote,
    (ctx) =>
      ctx.commit(() => {
        const { call, note } = ctx.found;
        const deleted = notes.readNote(ctx.db, note);
        requireMatch(ctx.request, () => formatNoteTag(deleted));
        notes.deleteNote(ctx.db, note);
        queueNoteDeletion(
          ctx,
          call,
          note,
          deleted.also_written.map((other) => other.version_id),
        );
        publishChange(ctx, call);
        return { body: deleted };
      }),
    requireNote,
  );
}

function respond(note: Note) {
  return { body: note, headers: { ETag: formatNoteTag(note) } };
}

function publishChange({ events }: Pick<RequestContext<Route>, 'events'>, { call_id, org_id }: CallRow): void {
  events.publish({ type: 'notes.changed', call_id }, org_id);
}

type NoteRequestContext = CallRequestContext & { readonly params: { readonly note_id: string } };

/** Returns the note and the call of the path. Throws Problem `call_not_found` or `note_not_found`. */
function requireNote(ctx: NoteRequestContext): { readonly call: CallRow; readonly note: notes.NoteRow } {
  const call = requireCall(ctx);
  return { call, note: requireNoteOfCall(ctx.db, call, ctx.params.note_id) };
}

function requireNoteOfCall(db: Database, call: CallRow, noteId: string): notes.NoteRow {
  const note = notes.findNote(db, noteId);
  if (note?.call !== call.id) throw createNotFoundProblem(noteId);
  return note;
}

function createNotFoundProblem(noteId: string): Problem {
  return new Problem('note_not_found', `This call has no note with the ID ${JSON.stringify(noteId)}.`);
}
