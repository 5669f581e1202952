import { appRoutes } from '../../../../shared/contract.ts';
import { Problem } from '../../../../shared/problems.ts';
import type { EventHub } from '../../platform/events/event-hub.ts';
import { bindRoute, type RouteTree } from '../../platform/http/route-tree.ts';
import { requireCall, type CallRequestContext } from './require-call.ts';
import type { CallRow } from './call-row.ts';
import * as notes from './note-queries.ts';

export function addNoteRoutes(tree: RouteTree, hub: EventHub): void {
  const tell = ({ call_id, org_id }: CallRow) => hub.publish({ type: 'notes.changed', call_id }, org_id);

  bindRoute(tree, appRoutes.listNotes, (call) => ({
    body: { data: notes.listNotes(call.workspace.db, requireCall(call).id).map(notes.toNote) },
  }));

  bindRoute(
    tree,
    appRoutes.createNote,
    (call) => {
      const row = requireCall(call);
      const { db, context } = call.workspace;
      const { at_seconds, text } = call.json;
      const answer = call.commitOnce(JSON.stringify([row.call_id, call.json]), () => {
        const note = {
          note_id: context.newId('note'),
          at_ms: Math.round(at_seconds * 1000),
          text,
          created_at: context.now(),
        };
        notes.insertNote(db, row.id, note);
        return { body: notes.toNote(note) };
      });
      tell(row);
      return answer;
    },
    requireCall,
  );

  bindRoute(
    tree,
    appRoutes.updateNote,
    (call) => {
      const row = requireCall(call);
      const { db } = call.workspace;
      const note = requireNote(call);
      const answer = call.commit(() => {
        notes.updateNote(db, note.note_id, call.json.text);
        return { body: notes.toNote({ ...note, text: call.json.text }) };
      });
      tell(row);
      return answer;
    },
    requireNote,
  );

  bindRoute(tree, appRoutes.deleteNote, (call) => {
    const row = requireCall(call);
    const { db } = call.workspace;
    const note = requireNote(call);
    const answer = call.commit(() => {
      notes.deleteNote(db, note.note_id);
      return { body: notes.toNote(note) };
    });
    tell(row);
    return answer;
  });
}

type NoteRequestContext = CallRequestContext & { readonly params: { readonly note_id: string } };

/** A note of a call that is not there is not there either. */
function requireNote({ workspace, principal, params }: NoteRequestContext): notes.NoteRow {
  const call = requireCall({ workspace, principal, params });
  const note = notes.findNote(workspace.db, call.id, params.note_id);
  if (!note)
    throw new Problem('note_not_found', `This call has no note with the id ${JSON.stringify(params.note_id)}.`);
  return note;
}
