/** Entries of the activity that the database lost, found by comparing it with the head that is stored outside. Times are milliseconds. */
export const activityGaps = {
  slug: 'activity-gaps',
  up: `
    CREATE TABLE activity_gap (
      id INTEGER PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('missing', 'replaced')),
      number INTEGER NOT NULL,
      entries INTEGER NOT NULL,
      after INTEGER,
      until INTEGER NOT NULL,
      detected_at INTEGER NOT NULL
    ) STRICT;
  `,
} as const;
