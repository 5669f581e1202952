import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

const styles = [
  'short',
  'plain',
  'long',
  'typo',
  'spoken',
  'indirect',
  'statement',
  'paraphrase',
  'follow-up',
] as const;

const questionSet = z.array(
  z
    .strictObject({
      before: z.string().min(2).optional(),
      question: z.string().min(2),
      answer: z.string().min(8).max(60).nullable(),
      style: z.enum(styles),
    })
    .refine(({ before, style }) => (before !== undefined) === (style === 'follow-up'), 'before, of follow-ups only'),
);

const plainQuestion = z.strictObject({ question: z.string().min(2), answer: z.string().min(8).max(60).nullable() });
const companyQuestionSet = z.array(plainQuestion.extend({ before: z.string().min(2).optional() }));

const folder = new URL('../fixtures/answering/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, folder), 'utf8');
const normalize = (text: string) => text.replaceAll(/\s+/g, ' ').toLowerCase();
const countWords = (text: string) => text.trim().split(/\s+/).length;

const names = readdirSync(new URL('documents/', folder)).map((file) => file.replace(/\.txt$/, ''));
const sets = names.map((name) => ({
  name,
  text: read(`documents/${name}.txt`),
  questions: questionSet.parse(JSON.parse(read(`questions/${name}.json`))),
}));
const companies = readdirSync(new URL('companies/', folder)).map((name) => ({
  name,
  texts: readdirSync(new URL(`companies/${name}/`, folder))
    .filter((file) => file.endsWith('.txt'))
    .map((file) => read(`companies/${name}/${file}`)),
  questions: companyQuestionSet.parse(JSON.parse(read(`companies/${name}/questions.json`))),
}));
const articles = readdirSync(new URL('articles/questions/', folder)).map((file) => {
  const name = file.replace(/\.json$/, '');
  return {
    name,
    parts: ['a', 'b'].map((part) => read(`articles/${part}/${name}.txt`)),
    questions: z.array(plainQuestion).parse(JSON.parse(read(`articles/questions/${file}`))),
  };
});
const allQuestions = sets.flatMap(({ questions }) => questions);

describe('the answering set', () => {
  test('has numbered documents, half of them for fitting and half for testing', () => {
    expect(names.map((name) => Number(name.slice(0, 2)))).toEqual(names.map((_, index) => index + 1));
    expect(names.length).toBeGreaterThanOrEqual(44);
    expect(allQuestions.length).toBeGreaterThanOrEqual(1_050);
  });

  test('has a question file for each document, and no other', () => {
    expect(readdirSync(new URL('questions/', folder))).toEqual(names.map((name) => `${name}.json`));
  });

  test('asks each question once', () => {
    const spelled = allQuestions.map(({ before = '', question }) => `${before} ${question}`.trim().toLowerCase());
    expect(spelled.filter((question, index) => spelled.indexOf(question) !== index)).toEqual([]);
  });

  test('has noise documents of about 3,000 words', () => {
    const noise = readdirSync(new URL('noise/', folder)).map((file) => countWords(read(`noise/${file}`)));
    expect(noise).toHaveLength(3);
    for (const wordCount of noise) expect(wordCount).toBeGreaterThan(2_500);
  });
});

describe.each(sets)('$name', ({ text, questions }) => {
  test('has 400 to 1,200 words and at least 24 questions of all styles', () => {
    expect(countWords(text)).toBeGreaterThanOrEqual(400);
    expect(countWords(text)).toBeLessThanOrEqual(1_200);
    expect(questions.length).toBeGreaterThanOrEqual(24);
    for (const style of styles)
      expect(questions.filter((question) => question.style === style).length, style).toBeGreaterThan(1);
  });

  test('answers about three of five questions', () => {
    const share = questions.filter(({ answer }) => answer !== null).length / questions.length;
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.7);
  });

  test('contains each answer once', () => {
    const answers = questions.flatMap(({ answer }) => answer ?? []);
    expect(answers.filter((answer) => text.split(answer).length !== 2)).toEqual([]);
  });
});

describe.each(companies)('the company $name', ({ texts, questions }) => {
  test('has several documents, and questions with and without an answer', () => {
    expect(texts.length).toBeGreaterThanOrEqual(5);
    expect([60, 90]).toContain(questions.length);
    expect(questions.filter(({ answer }) => answer === null)).toHaveLength(questions.length / 3);
    const spelled = questions.map(({ before = '', question }) => `${before} ${question}`);
    expect(new Set(spelled).size).toBe(questions.length);
  });

  test('contains each answer once', () => {
    const text = normalize(texts.join('\n'));
    const answers = questions.flatMap(({ answer }) => (answer === null ? [] : normalize(answer)));
    expect(answers.filter((answer) => text.split(answer).length !== 2)).toEqual([]);
  });
});

describe.each(articles)('the article $name', ({ parts, questions }) => {
  test('has the answer to each question in one of its two parts', () => {
    const counts = questions.map(({ answer }) => parts.filter((part) => part.split(answer ?? '').length === 2).length);
    expect(counts).toEqual(questions.map(() => 1));
  });

  test('asks about both parts', () => {
    for (const part of parts)
      expect(questions.filter(({ answer }) => part.includes(answer ?? '')).length).toBeGreaterThan(4);
  });
});
