import * as z from 'zod';
import { newPassphraseSchema } from '../workspaces/backups.ts';
import { limits } from '../contract/limits.ts';
import { roles } from '../contract/roles.ts';
import { defineRoute } from '../contract/route.ts';

/** Minutes without input after which the window locks. */
export const idleMinuteChoices = [1, 5, 15, 60] as const;

const idleMinutesSchema = z.literal(idleMinuteChoices).nullable();

export const windowLockSchema = z.object({
  is_set_up: z.boolean(),
  is_locked: z.boolean(),
  /** Null if the window does not lock by itself. */
  idle_minutes: idleMinutesSchema,
  /** Seconds until the next passphrase is checked, after wrong ones. */
  retry_after_seconds: z.int().min(0),
});

export type WindowLockStatus = z.infer<typeof windowLockSchema>;

const passphraseSchema = z.string().max(limits.passphraseLength);

const pageIdSchema = z.string().min(1).max(limits.idLength);

const common = { tag: 'Window lock', roles, extension: true, status: 200 } as const;

const passphraseProblems = ['passphrase_required', 'passphrase_wrong', 'lock_unavailable', 'lock_not_set_up'] as const;

/** Possible while the window is locked. */
export const getWindowLock = defineRoute({
  ...common,
  id: 'getWindowLock',
  method: 'get',
  path: '/window-lock',
  summary: 'Get the lock of the window',
  response: windowLockSchema,
  problems: [],
});

/** The first passphrase sets up the lock, and null turns it off. Both need the current passphrase if there is one. */
export const updateWindowLock = defineRoute({
  ...common,
  id: 'updateWindowLock',
  outsideWorkspace: true,
  method: 'patch',
  path: '/window-lock',
  summary: 'Set up, change or turn off the lock',
  json: z
    .object({
      current_passphrase: passphraseSchema,
      passphrase: newPassphraseSchema.nullable(),
      idle_minutes: idleMinutesSchema,
    })
    .partial(),
  response: windowLockSchema,
  problems: passphraseProblems,
});

export const lockWindow = defineRoute({
  ...common,
  id: 'lockWindow',
  outsideWorkspace: true,
  method: 'post',
  path: '/window-lock/lock',
  summary: 'Lock the window',
  response: windowLockSchema,
  problems: ['lock_not_set_up'],
});

/** Possible while the window is locked. */
export const unlockWindow = defineRoute({
  ...common,
  id: 'unlockWindow',
  outsideWorkspace: true,
  method: 'post',
  path: '/window-lock/unlock',
  summary: 'Unlock the window',
  json: z.object({ passphrase: passphraseSchema }),
  response: windowLockSchema,
  problems: passphraseProblems,
});

/** Sent by the window. The idle time of the computer is not measured in a browser, and not on every system. */
export const reportInput = defineRoute({
  ...common,
  id: 'reportInput',
  readOnly: true,
  method: 'post',
  path: '/window-lock/input',
  summary: 'Report user input',
  response: windowLockSchema,
  problems: [],
});

/** Also possible for a few seconds after the window was locked. */
export const keepPage = defineRoute({
  ...common,
  id: 'keepPage',
  readOnly: true,
  method: 'post',
  path: '/window-lock/pages',
  summary: 'Save the address and the unsubmitted text of a page',
  description:
    'For a page that is replaced when the window locks, or ends unexpectedly. Kept in memory until the window locks again or the application quits; at most 20 pages.',
  /** A page sends a higher version each time. */
  json: z.object({ page_id: pageIdSchema, version: z.int().min(1), state: z.string() }),
  response: z.object({ page_id: pageIdSchema }),
  problems: [],
});

export const getKeptPage = defineRoute({
  ...common,
  id: 'getKeptPage',
  method: 'get',
  path: '/window-lock/pages/{page_id}',
  summary: 'Get the saved state of a page',
  description: 'Waits up to a second if the latest version that the page has sent has not arrived.',
  params: z.object({ page_id: pageIdSchema }),
  query: z.object({ version: z.coerce.number().int().min(0).default(0) }),
  response: z.object({ state: z.string() }),
  problems: ['kept_page_not_found'],
});
