/**
 * The turns in which a recipient asked a question that the documents did not answer. The text is that of the turn. `embedding` has 384
 * numbers of 4 bytes, made by `model`. A resolved question was answered when it was asked again.
 */
export const knowledgeGaps = {
  slug: 'knowledge-gaps',
  up: `
    CREATE TABLE unanswered_question (
      turn INTEGER PRIMARY KEY REFERENCES turn (id) ON DELETE CASCADE,
      org_id TEXT NOT NULL REFERENCES organization (org_id),
      asked_at INTEGER NOT NULL,
      resolved_at INTEGER,
      model TEXT,
      embedding BLOB
    ) STRICT;
    CREATE INDEX unanswered_question_open ON unanswered_question (org_id, asked_at) WHERE resolved_at IS NULL;
  `,
} as const;
