import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ReviewTab } from '../../../../../../renderer/features/calls/call/sidebar/review-tab.tsx';
import { callQuery } from '../../../../../../renderer/features/calls/call-query.ts';
import { queryClient } from '../../../../../../renderer/data/query-client.ts';
import type { AuthoredReview, CallReview } from '../../../../../../shared/calls/call-review-fields.ts';
import type { CallDetails } from '../../../../../../shared/calls/calls.ts';
import { appRoutes, v1Routes } from '../../../../../../shared/contract/contract.ts';
import { Problem } from '../../../../../../shared/contract/problems.ts';
import { useQuery } from '@tanstack/react-query';
import { startFakeService } from '../../../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../../../helpers/components/render-in-window.tsx';
import { sampleCallDetails } from '../../../../../helpers/components/sample-call.ts';

const lea = { user_id: 'usr_1', email: 'lea@example.com' };

/** Shows the review as the call view does, from the query of the call. */
function CallReviewTab() {
  const { data } = useQuery(callQuery(sampleCallDetails.call_id));
  return data ? <ReviewTab details={data} /> : null;
}

function startReviewService(review: Partial<AuthoredReview> = {}) {
  let details: CallDetails = { ...sampleCallDetails, recording: null, ...review };
  const service = startFakeService();
  service.answer(appRoutes.getCallDetails, () => details);
  service.answer(v1Routes.listAssignees, () => ({ data: [lea] }));
  service.answer(appRoutes.listCallFacets, () => ({
    dispositions: [],
    tags: ['Billing', 'Follow up'],
    reviewers: [],
    recent_recipients: [],
  }));
  service.answer(v1Routes.updateCallReview, ({ json }) => {
    const {
      add_tags = [],
      remove_tags = [],
      review_state = details.review_state,
    } = json as {
      add_tags?: string[];
      remove_tags?: string[];
      review_state?: CallReview['review_state'];
    }; // the schema of the route
    const tags = [...details.tags.filter((tag) => !remove_tags.includes(tag)), ...add_tags];
    details = { ...details, tags, review_state };
    return { tags, review_state, assignee: details.assignee, set_by: details.set_by };
  });
  const listChanges = () => service.listRequests(v1Routes.updateCallReview).map(({ json }) => json);
  return { service, listChanges };
}

const tagField = page.getByRole('combobox', { name: 'Tags' });

test('shows who set the state, the assignee and the tags', async () => {
  const ada = { id: 'key_1', name: 'Ada' };
  const at = '2026-03-01T09:30:00.000Z';
  startReviewService({
    tags: ['Billing', 'Refund', 'VIP'],
    review_state: 'reviewed',
    assignee: lea,
    set_by: [
      { field: 'assignee', tag: null, by: { id: lea.user_id, name: lea.email }, at },
      { field: 'review_state', tag: null, by: { id: 'window', name: null }, at },
      { field: 'tag', tag: 'Billing', by: ada, at },
      { field: 'tag', tag: 'Refund', by: ada, at },
    ],
  });
  await renderInWindow(<CallReviewTab />);
  const lines = page.getByRole('list', { name: 'Authors of the review' }).getByRole('listitem');
  await expect.element(lines.nth(0)).toMatchTextContent(/^Reviewed by a user of this app/);
  await expect.element(lines.nth(1)).toMatchTextContent(/^Assigned by lea@example\.com/);
  await expect.element(lines.nth(2)).toMatchTextContent(/^Tagged “Billing”, “Refund” by Ada/);
});

test('changes the state, the assignee and the tags, and restores a removed tag', async () => {
  const { listChanges } = startReviewService({ tags: ['Billing'] });
  await renderInWindow(<CallReviewTab />);
  await page.getByRole('button', { name: 'Mark as reviewed' }).click();
  await expect.element(page.getByRole('button', { name: 'Mark as not reviewed' })).toBeVisible();
  await tagField.fill('Refund');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Remove Refund' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove Billing' }).click();
  await expect.element(page.getByRole('button', { name: 'Remove Billing' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByRole('button', { name: 'Remove Billing' })).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Assignee' })).toMatchTextContent('Not assigned');
  await page.getByRole('combobox', { name: 'Assignee' }).click();
  await page.getByRole('option', { name: 'lea@example.com' }).click();
  await expect
    .poll(listChanges)
    .toEqual([
      { review_state: 'reviewed' },
      { add_tags: ['Refund'] },
      { remove_tags: ['Billing'] },
      { add_tags: ['Billing'] },
      { assignee_id: 'usr_1' },
    ]);
});

test('shows why a change failed, and keeps the review', async () => {
  const { service } = startReviewService({ tags: ['Billing'] });
  service.answer(v1Routes.updateCallReview, () => {
    throw new Problem('too_many_tags', 'A call can have at most 20 tags. No tag was added.');
  });
  await renderInWindow(<CallReviewTab />);
  await tagField.fill('Refund');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The review was not changed').first()).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Remove Billing' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Remove Refund' })).not.toBeInTheDocument();
});

test('a viewer reads the review without controls', async () => {
  queryClient.clear();
  startReviewService({
    tags: ['Billing', '緊急'],
    assignee: { user_id: 'usr_0', email: null },
    review_state: 'reviewed',
  });
  await renderInWindow(<CallReviewTab />, { role: 'viewer' });
  await expect.element(page.getByText('Billing, 緊急')).toBeVisible();
  await expect.element(page.getByText('Former member')).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'Mark as not reviewed' }))
    .toHaveAttribute('aria-disabled', 'true');
  expect(page.getByRole('combobox').query()).toBeNull();
});
