import { appRoutes } from '../../../../shared/contract/contract.ts';
import { Problem } from '../../../../shared/contract/problems.ts';
import type { Route } from '../../../../shared/contract/route.ts';
import type { Database } from '../../platform/db/database.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { truncateText } from '../../platform/text-line.ts';
import type { CallRow } from './call-queries.ts';
import * as notes from './note-queries.ts';
import { requireCall, type CallRequestContext, requireMember } from './require-call.ts';

export function addNoteRoutes(tree: RouteTree): void {
  bindRoute(tree, appRoutes.listNotes, (ctx) => ({
    body: { data: notes.listNotes(ctx.db, requireCall(ctx).id).map(notes.toNote) },
  }));

  bindRoute(
    tree,
    appRoutes.createNote,
    (ctx) => {
      const { db, orgId, context, found: call, json } = ctx;
      const { author_id = null } = json;
      return ctx.commitOnce([call.call_id, json], () => {
        requireMember(db, orgId, author_id, 'author_unknown');
        const note_id = context.newId('note');
        notes.insertNote(db, call.id, {
          note_id,
          at_ms: Math.round(json.at_seconds * 1000),
          text: json.text,
          created_at: context.now(),
          author_id,
        });
        publishChange(ctx, call);
        return { body: notes.toNote(requireNoteOfCall(db, call, note_id)) };
      });
    },
    requireCall,
  );

  bindRoute(
    tree,
    appRoutes.updateNote,
    (ctx) =>
      ctx.commit(() => {
        const { call, note } = ctx.found;
        const { text, replaced_text = note.text } = ctx.json;
        if (replaced_text !== note.text)
          throw new Problem(
            'note_changed',
            `The note now says “${truncateText(note.text, quotedLength)}”. Save again to replace that.`,
          );
        notes.updateNote(ctx.db, note.note_id, text);
        publishChange(ctx, call);
        return { body: notes.toNote({ ...note, text }) };
      }),
    requireNote,
  );

  bindRoute(
    tree,
    appRoutes.deleteNote,
    (ctx) =>
      ctx.commit(() => {
        const { call, note } = ctx.found;
        notes.deleteNote(ctx.db, note.note_id);
        publishChange(ctx, call);
        return { body: notes.toNote(note) };
      }),
    requireNote,
  );
}

/** The maximum length of the part of a note that a problem quotes. */
const quotedLength = 200;

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
  const note = notes.findNote(db, call.id, noteId);
  if (!note) throw new Problem('note_not_found', `This call has no note with the ID ${JSON.stringify(noteId)}.`);
  return note;
}
