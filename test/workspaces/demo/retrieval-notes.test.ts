import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import * as z from 'zod';

const note = z.strictObject({ title: z.string().min(1), text: z.string().min(1) });
const noteQuestion = z.strictObject({ question: z.string().min(10), title: z.string().min(1) });

const notes = z.array(note).parse(await readFixture('notes'));
const questions = z.array(noteQuestion).parse(await readFixture('notes-questions'));
const oblique = z.array(noteQuestion).parse(await readFixture('notes-oblique'));

test('there are 40 notes with different titles', () => {
  expect(notes.length).toBe(40);
  expect(new Set(notes.map(({ title }) => title)).size).toBe(notes.length);
});

test('the notes are 60 to 120 words long', () => {
  const unfit = notes
    .map(({ title, text }) => ({ title, wordCount: text.trim().split(/\s+/).length }))
    .filter(({ wordCount }) => wordCount < 60 || wordCount > 120);
  expect(unfit).toEqual([]);
});

test('each note has one question, and no question is asked twice', () => {
  expect(questions.map(({ title }) => title).toSorted()).toEqual(notes.map(({ title }) => title).toSorted());
  expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length);
});

test('an oblique question belongs to a note and shares no three consecutive words with it', () => {
  const noteOf = new Map(notes.map((entry) => [entry.title, entry]));
  const copied = oblique
    .map(({ question, title }) => {
      const inNote = new Set([title, noteOf.get(title)?.text ?? ''].flatMap(runsOfThree));
      return { question, shared: runsOfThree(question).filter((run) => inNote.has(run)) };
    })
    .filter(({ shared }) => shared.length > 0);
  expect(copied).toEqual([]);
});

function runsOfThree(text: string): readonly string[] {
  const words = text.toLowerCase().match(/[a-z\d]+/g) ?? [];
  return words.slice(2).map((_, start) => words.slice(start, start + 3).join(' '));
}

async function readFixture(name: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`../../fixtures/retrieval/${name}.json`, import.meta.url), 'utf8'));
}
