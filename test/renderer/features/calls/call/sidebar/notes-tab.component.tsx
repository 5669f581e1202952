import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { NotesTab } from '../../../../../../renderer/features/calls/call/sidebar/notes-tab.tsx';
import { notesQuery } from '../../../../../../renderer/features/calls/call-query.ts';
import { refetchNotes } from '../../../../../../renderer/features/calls/calls-query.ts';
import { v1Routes } from '../../../../../../shared/contract/contract.ts';
import type { Note } from '../../../../../../shared/calls/notes.ts';
import { Problem } from '../../../../../../shared/contract/problems.ts';
import { startFakeService, type FakeService } from '../../../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../../../helpers/components/render-in-window.tsx';

const callId = 'call_1';
const note: Note = {
  note_id: 'note_1',
  at_seconds: 5,
  text: 'Good start',
  created_at: '2026-03-01T09:30:00.000Z',
  author: null,
  version_id: 'ntv_1',
  also_written: [],
};

let service: FakeService;
let notes: readonly Note[];

beforeEach(() => {
  notes = [note];
  service = startFakeService();
  service.answer(v1Routes.listNotes, () => ({ data: [...notes], next_cursor: null }));
});

function CallNotes() {
  const field = useRef<HTMLTextAreaElement>(null);
  const { data = [] } = useQuery(notesQuery(callId));
  return <NotesTab callId={callId} notes={data} unplayedSeconds={0} field={field} onSeek={() => {}} />;
}

const edited = page.getByRole('textbox', { name: 'Edit note at 0:05' });

async function beginEdit(): Promise<void> {
  await renderInWindow(<CallNotes />);
  const edit = page.getByRole('button', { name: 'Edit note' });
  await expect.element(edit).toBeInTheDocument();
  edit.element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(edited).toHaveFocus();
  await userEvent.keyboard(' indeed');
}

/** Presses Enter once the field accepts it: it ignores the key until the change before it has ended. */
async function save(): Promise<void> {
  await expect.element(page.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-busy', 'false');
  await userEvent.keyboard('{Enter}');
}

function acceptChanges(): void {
  service.answer(v1Routes.updateNote, ({ json }) => {
    const { text, replaced_text } = json as { text: string; replaced_text: string }; // the schema of the route
    if (replaced_text !== notes[0]?.text) throw new Problem('note_changed', 'The note now says “Slow start”.');
    notes = [{ ...note, text }];
    return { ...note, text };
  });
}

test('a note that another window changes is replaced only after the user has read its new text', async () => {
  acceptChanges();
  await beginEdit();
  notes = [{ ...note, text: 'Slow start' }];
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The note now says “Slow start”.').first()).toBeVisible();
  await expect.element(edited).toHaveValue('Good start indeed');
  await save();
  await expect.element(edited).not.toBeInTheDocument();
  await expect.element(page.getByText('Good start indeed')).toBeVisible();
});

test('the error of a change disappears when the edit ends', async () => {
  acceptChanges();
  await beginEdit();
  const error = page.getByText('The note was not changed');
  notes = [{ ...note, text: 'Slow start' }];
  await userEvent.keyboard('{Enter}');
  await expect.element(error).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(edited).not.toBeInTheDocument();
  await expect.element(error).not.toBeInTheDocument();

  await userEvent.keyboard('{Enter} indeed');
  notes = [note];
  await userEvent.keyboard('{Enter}');
  await expect.element(error).toBeVisible();
  await save();
  await expect.element(edited).not.toBeInTheDocument();
  await expect.element(error).not.toBeInTheDocument();
});

test('an error that does not name the new text of a note does not allow to replace it', async () => {
  service.answer(v1Routes.updateNote, () => {
    throw new Problem('internal', 'The disk is full.');
  });
  await beginEdit();
  notes = [{ ...note, text: 'Slow start' }];
  await refetchNotes(callId);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The disk is full.').first()).toBeVisible();
  acceptChanges();
  await save();
  await expect.element(page.getByText('The note now says “Slow start”.').first()).toBeVisible();
  await expect.element(edited).toHaveValue('Good start indeed');
  await save();
  await expect.element(edited).not.toBeInTheDocument();
});

test('a note that another window deletes stays open until the user closes it', async () => {
  await beginEdit();
  notes = [];
  await refetchNotes(callId);
  await expect.element(edited).toHaveValue('Good start indeed');
  await expect.element(edited).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('No notes yet', { exact: false })).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Notes' }).getByRole('listitem')).not.toBeInTheDocument();
});

test('“Cancel” returns the focus to the control that opened the form', async () => {
  await renderInWindow(
    <>
      <button type="button">Play</button>
      <CallNotes />
    </>,
  );
  await page.getByRole('button', { name: 'Play' }).click();
  await userEvent.keyboard('{Tab}Half a note{Tab}');
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Tab}{Enter}');
  await expect.element(page.getByRole('button', { name: 'Cancel' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Play' })).toHaveFocus();
});

test('Esc keeps a new text with its time, and “Cancel” discards it', async () => {
  await renderInWindow(<CallNotes />);
  const field = page.getByRole('textbox', { name: 'Note at 0:00' });
  await userEvent.type(field, 'Half a note');
  await userEvent.keyboard('{Escape}');
  await expect.element(field).not.toHaveFocus();
  await expect.element(field).toHaveValue('Half a note');
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await cancel.click();
  await expect.element(field).toHaveValue('');
  await expect.element(cancel).not.toBeInTheDocument();
});
