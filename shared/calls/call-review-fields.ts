import * as z from 'zod';
import { limits } from '../contract/limits.ts';
import { timestampSchema } from '../contract/timestamp.ts';
import { toPlainLine } from '../text/plain-text.ts';

export const reviewStates = ['not_reviewed', 'reviewed'] as const;

export type ReviewState = (typeof reviewStates)[number];

/** Whether a call has notes. */
export const noteStates = ['with_notes', 'without_notes'] as const;

/** The value of filters and fields for calls without an assignee. No member has this ID. */
export const noAssignee = 'none';

/** Returns a tag in one form: a letter with an accent can be two characters, and tags that look the same are the same. */
export const normalizeTag = (tag: string) => toPlainLine(tag).normalize('NFC');

export const tagSchema = z
  .string()
  .transform(normalizeTag)
  .pipe(z.string().min(1, 'Enter a tag.').max(limits.tagLength));

/** `email` is null if the user is no longer a member. */
export const assigneeSchema = z.object({ user_id: z.string(), email: z.string().nullable() });

export type Assignee = z.infer<typeof assigneeSchema>;

/** Who wrote a note, decided a score or set a part of a review. */
export const authorSchema = z.object({
  id: z.string().meta({ description: 'The user_id of a member, the key_id of an API key, or `window`' }),
  name: z
    .string()
    .nullable()
    .meta({ description: 'Email of the member or name of the API key; null for the window and for former members' }),
});

export type Author = z.infer<typeof authorSchema>;

export const callReviewSchema = z.object({
  /** In alphabetical order. */
  tags: z.array(z.string()),
  review_state: z.enum(reviewStates),
  assignee: assigneeSchema.nullable(),
});

export const reviewFields = ['tag', 'review_state', 'assignee'] as const;

export type ReviewField = (typeof reviewFields)[number];

const reviewAuthorSchema = z.object({
  field: z.enum(reviewFields),
  tag: z.string().nullable().meta({ description: 'The tag that was added; null for the other fields' }),
  by: authorSchema,
  at: timestampSchema,
});

export type ReviewAuthor = z.infer<typeof reviewAuthorSchema>;

/** A review with who set each part of it, and when, as far as that is known. */
export const authoredReviewSchema = callReviewSchema.extend({ set_by: z.array(reviewAuthorSchema) });

export type AuthoredReview = z.infer<typeof authoredReviewSchema>;

export type CallReview = z.infer<typeof callReviewSchema>;
