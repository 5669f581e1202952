import * as z from 'zod';
import { authorSchema } from './call-review-fields.ts';
import { callParams } from './calls.ts';
import { chosenIdSchema } from '../contract/chosen-id.ts';
import { limits } from '../contract/limits.ts';
import { pageQuerySchema, pageSchema } from '../contract/paging.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';
import { timestampSchema } from '../contract/timestamp.ts';
import { toPlainText } from '../text/plain-text.ts';

/** A text that another author wrote at the same time, until somebody joins both or keeps one. */
const otherTextSchema = z.object({
  version_id: z.string(),
  text: z.string(),
  author: authorSchema.nullable(),
  written_at: timestampSchema,
});

export type OtherText = z.infer<typeof otherTextSchema>;

/** A comment at a position in a call. */
export const noteSchema = z
  .object({
    note_id: z.string(),
    at_seconds: z.number().min(0),
    text: z.string(),
    created_at: timestampSchema,
    author: authorSchema.nullable().meta({ description: 'Null if it is not known' }),
    version_id: z.string().meta({ description: 'Identifies the text. A changed text has another one.' }),
    also_written: z
      .array(otherTextSchema)
      .meta({ description: 'Texts that were written at the same time, oldest first' }),
  })
  .meta({ id: 'Note' });

export type Note = z.infer<typeof noteSchema>;

const noteTextSchema = z.string().overwrite(toPlainText).min(1, 'Enter a note.').max(limits.noteLength);
const authorIdSchema = z.string().max(limits.idLength).meta({ description: 'The user_id of a member' });
const versionIdSchema = chosenIdSchema.meta({ description: 'Chosen by the client; a random one without it' });
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
  query: pageQuerySchema,
  status: 200,
  response: pageSchema(noteSchema),
  problems: ['call_not_found'],
});

export const createNote = defineRoute({
  ...common,
  id: 'createNote',
  method: 'post',
  path: '/calls/{call_id}/notes',
  summary: 'Add a note to a call',
  description: 'If the call has a note with the chosen `note_id`, returns that one and changes nothing.',
  roles: noteWriteRoles,
  params: callParams,
  json: z.object({
    at_seconds: z
      .number()
      .min(0)
      .max(24 * 60 * 60),
    text: noteTextSchema,
    author_id: authorIdSchema.optional(),
    note_id: chosenIdSchema.optional().meta({ description: 'Chosen by the client; a random one without it' }),
    version_id: versionIdSchema.optional(),
  }),
  status: 201,
  response: noteSchema,
  problems: ['note_not_found', 'call_not_found', 'author_unknown', 'note_id_taken'],
});

export const updateNote = defineRoute({
  ...common,
  id: 'updateNote',
  method: 'patch',
  path: '/calls/{call_id}/notes/{note_id}',
  summary: 'Update a note',
  description:
    'Replaces the text. With `replaces`, a text that was written meanwhile is kept beside the new one, in `also_written`.',
  roles: noteWriteRoles,
  params: noteParams,
  json: z.object({
    text: noteTextSchema,
    replaced_text: z
      .string()
      .max(limits.noteLength)
      .optional()
      .meta({ description: 'The text that is replaced. If the note has another one, nothing is changed' }),
    replaces: z
      .array(chosenIdSchema)
      .max(limits.noteTexts)
      .optional()
      .meta({ description: 'The version_id of each text that the new one replaces or joins' }),
    author_id: authorIdSchema.optional().meta({ description: 'The member who wrote this text' }),
    version_id: versionIdSchema.optional(),
  }),
  status: 200,
  response: noteSchema,
  ifMatch: true,
  problems: ['call_not_found', 'note_not_found', 'note_changed', 'author_unknown', 'too_many_note_texts'],
});

export const deleteNote = defineRoute({
  ...common,
  id: 'deleteNote',
  method: 'delete',
  path: '/calls/{call_id}/notes/{note_id}',
  summary: 'Delete a note',
  description: 'Deletes a note with all its texts, and returns it.',
  roles: noteWriteRoles,
  params: noteParams,
  status: 200,
  response: noteSchema,
  ifMatch: true,
  problems: ['call_not_found', 'note_not_found'],
});
