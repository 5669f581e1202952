import {
  decisionStates,
  type OpenOutboxState,
  type OutboxItem,
  type OutboxKind,
} from '../../../shared/workspaces/sync.ts';
import { formatPhoneNumber, formatPhoneNumbersInText } from '../../format/phone-number.ts';
import type { StatusTone } from '../../ui/feedback/status-label.tsx';

export function needsDecision({ state }: Pick<OutboxItem, 'state'>): boolean {
  return decisionStates.some((one) => one === state);
}

/** Names the change: `Upload “Opening hours”`, `Call +1 415 555 0132`. */
export function formatOutboxTitle({ kind, label }: Pick<OutboxItem, 'kind' | 'label'>): string {
  switch (kind) {
    case 'upload_document':
      return `Upload “${label}”`;
    case 'delete_document':
      return `Delete “${label}”`;
    case 'change_document':
      return `Change “${label}”`;
    case 'replace_document':
      return `Replace “${label}”`;
    case 'place_call':
      return `Call ${formatPhoneNumber(label)}`;
    case 'cancel_call':
      return `Cancel the call to ${formatPhoneNumber(label)}`;
    case 'submit_request':
      return `Submit “${label}”`;
    case 'update_reviews':
      return `Review of ${formatPhoneNumbersInText(label)}`;
    case 'write_note':
      return `Note on ${formatPhoneNumbersInText(label)}`;
    case 'correct_outcome':
      return `Correction of ${formatPhoneNumbersInText(label)}`;
    case 'update_follow_up':
      return `Follow-up of ${formatPhoneNumbersInText(label)}`;
    case 'score_call':
      return `Score ${formatPhoneNumbersInText(label)}`;
    case 'change_criterion':
      return `Criterion “${label}”`;
    case 'change_saved_item':
      return `Saved item “${label}”`;
  }
}

/** The state of a change, in every view that shows it. */
export const outboxStateDisplays = {
  queued: { tone: 'waiting', label: 'Waiting' },
  in_flight: { tone: 'busy', label: 'Sending' },
  held: { tone: 'pending', label: 'On hold' },
  unknown: { tone: 'pending', label: 'Outcome unknown' },
  rejected: { tone: 'bad', label: 'Rejected' },
} as const satisfies Record<OpenOutboxState, { readonly tone: StatusTone; readonly label: string }>;

/** Describes what may happen if a change is sent again although the remote may have made it; null if that does no harm. */
export function describeRepeat({ kind, label, state }: OutboxItem): string | null {
  if (state !== 'unknown') return null;
  switch (kind) {
    case 'upload_document':
      return `The remote may already have “${label}”. Sending it again may upload it twice.`;
    case 'replace_document':
      return `The remote may already have this version of “${label}”. Sending it again may add it twice.`;
    case 'place_call':
      return `The remote may already have placed this call. Sending it again may ring ${formatPhoneNumber(label)} twice.`;
    case 'submit_request':
      return `The remote may already have “${label}”. Sending it again may submit it twice.`;
    case 'delete_document':
    case 'change_document':
    case 'cancel_call':
    case 'update_reviews':
    case 'write_note':
    case 'correct_outcome':
    case 'update_follow_up':
    case 'score_call':
    case 'change_criterion':
    case 'change_saved_item':
      return null;
  }
}

const workLoss = 'The change is not sent, and the remote’s version is shown again.';
const workEffect = 'If the remote received the change, it is made there.';

const losses = {
  upload_document: 'The document is not uploaded.',
  delete_document: 'The document stays in the knowledge base, and agents keep using it.',
  change_document: workLoss,
  replace_document: 'The new version is not uploaded, and agents keep using the current one.',
  place_call: 'The call is not placed.',
  cancel_call: 'The call continues.',
  submit_request: 'The build request is not submitted.',
  update_reviews: workLoss,
  write_note: workLoss,
  correct_outcome: workLoss,
  update_follow_up: workLoss,
  score_call: workLoss,
  change_criterion: workLoss,
  change_saved_item: workLoss,
} as const satisfies Record<OutboxKind, string>;

const possibleEffects = {
  upload_document: 'If the remote received the document, it keeps it.',
  delete_document: 'If the remote received the deletion, the document is deleted.',
  change_document: workEffect,
  replace_document: 'If the remote received the version, agents use it.',
  place_call: 'If the remote received the call, it is placed.',
  cancel_call: 'If the remote received the cancellation, the call is canceled.',
  submit_request: 'If the remote received the build request, it is in review.',
  update_reviews: workEffect,
  write_note: workEffect,
  correct_outcome: workEffect,
  update_follow_up: workEffect,
  score_call: workEffect,
  change_criterion: workEffect,
  change_saved_item: workEffect,
} as const satisfies Record<OutboxKind, string>;

/** Describes what is lost if a change is canceled. */
export function describeLoss({ kind, state, keeps_document }: OutboxItem): string {
  const loss = state === 'unknown' ? `It is not sent again. ${possibleEffects[kind]}` : losses[kind];
  if (kind !== 'upload_document') return loss;
  return `${loss} ${keeps_document ? 'Its file stays on this computer.' : 'Its file is deleted from this computer.'}`;
}
