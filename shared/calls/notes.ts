import * as z from 'zod';
import { assigneeSchema } from './call-review-fields.ts';
import { callParams } from './calls.ts';
import { limits } from '../contract/limits.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';

/** A comment at a position in a call. */
export const noteSchema = z.object({
  note_id: z.string(),
  at_seconds: z.number().min(0),
  text: z.string(),
  created_at: timestampSchema,
  /** Null if it is not known. */
  author: assigneeSchema.nullable(),
});

export type Note = z.infer<typeof noteSchema>;

const noteTextSchema = z.string().trim().min(1, 'Enter a note.').max(limits.noteLength);
const common = { tag: 'Notes', extension: true } as const;
const noteWriteRoles = ['admin', 'manager'] as const;
const noteParams = callParams.extend({ note_id: z.string().max(limits.idLength) });

export const listNotes = defineRoute({
  ...common,
  id: 'listNotes',
  method: 'get',
  path: '/calls/{call_id}/notes',
  summary: 'List the notes of a call',
  description: 'Returns notes in the order of their position in the call.',
  roles,
  params: callParams,
  status: 200,
  response: z.object({ data: z.array(noteSchema) }),
  problems: ['no_workspace', 'call_not_found'],
});

export const createNote = defineRoute({
  ...common,
  id: 'createNote',
  method: 'post',
  path: '/calls/{call_id}/notes',
  summary: 'Add a note to a call',
  roles: noteWriteRoles,
  params: callParams,
  json: z.object({
    at_seconds: z
      .number()
      .min(0)
      .max(24 * 60 * 60),
    text: noteTextSchema,
    author_id: z.string().max(limits.idLength).optional().meta({ description: 'The user_id of a member' }),
  }),
  status: 201,
  response: noteSchema,
  problems: ['no_workspace', 'call_not_found', 'author_unknown'],
});

export const updateNote = defineRoute({
  ...common,
  id: 'updateNote',
  method: 'patch',
  path: '/calls/{call_id}/notes/{note_id}',
  summary: 'Update a note',
  roles: noteWriteRoles,
  params: noteParams,
  json: z.object({
    text: noteTextSchema,
    replaced_text: z
      .string()
      .max(limits.noteLength)
      .optional()
      .meta({ description: 'The text that is replaced. If the note has another one, nothing is changed' }),
  }),
  status: 200,
  response: noteSchema,
  problems: ['no_workspace', 'note_not_found', 'note_changed'],
});

export const deleteNote = defineRoute({
  ...common,
  id: 'deleteNote',
  method: 'delete',
  path: '/calls/{call_id}/notes/{note_id}',
  summary: 'Delete a note',
  roles: noteWriteRoles,
  params: noteParams,
  status: 200,
  /** The deleted note, so that it can be restored. */
  response: noteSchema,
  problems: ['no_workspace', 'note_not_found'],
});
