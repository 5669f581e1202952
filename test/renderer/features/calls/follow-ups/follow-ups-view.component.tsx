import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { FollowUpsView } from '../../../../../renderer/features/calls/follow-ups/follow-ups-view.tsx';
import type { FollowUp } from '../../../../../shared/calls/follow-ups.ts';
import { v1Routes } from '../../../../../shared/contract/contract.ts';
import { startFakeService } from '../../../../helpers/remote/fake-service.ts';
import { renderInWindow } from '../../../../helpers/components/render-in-window.tsx';

const followUp: FollowUp = {
  call_id: 'call_1',
  follow_up: 'outcome',
  kind: 'outcome',
  reason: 'Callback requested',
  due_at: null,
  due_has_time: false,
  due_words: null,
  snoozed_until: null,
  done_at: null,
  changed_by: null,
  created_at: '2026-05-12T09:00:00.000Z',
  state: 'open',
  agent_id: 'agt_1',
  agent_name: 'Front desk',
  recipient_number: '+14155550188',
  recipient_name: 'Wilhelmina',
};

for (const width of [680, 770, 1000])
  test(`shows the whole reason in a table ${width} pixels wide`, async () => {
    await page.viewport(1280, 800);
    startFakeService().answer(v1Routes.listFollowUps, () => ({ data: [followUp], next_cursor: null }));
    await renderInWindow(
      <div style={{ width, height: 400 }}>
        <FollowUpsView />
      </div>,
    );
    const reason = page.getByTitle('Callback requested');
    await expect.element(reason).toBeVisible();
    const { scrollWidth, clientWidth } = reason.element();
    expect(scrollWidth).toBe(clientWidth);
  });

test('shows when a follow-up is due as a date and as it was said, and the number after a long name', async () => {
  await page.viewport(1280, 800);
  const promised = {
    ...followUp,
    due_at: '2026-05-13T07:00:00.000Z',
    due_words: 'tomorrow at nine',
    due_has_time: true,
  };
  const data = [{ ...promised, recipient_name: 'Bernadette Fontaine' }];
  startFakeService().answer(v1Routes.listFollowUps, () => ({ data, next_cursor: null }));
  await renderInWindow(
    <div style={{ width: 1064, height: 400 }}>
      <FollowUpsView />
    </div>,
  );
  const row = page.getByRole('row', { name: /Bernadette Fontaine/ });
  await expect.element(row).toMatchTextContent(/\b13\b.*“tomorrow at nine”Callback requested/);
  const number = row.getByText('+1 415 555 0188').element();
  expect(number.scrollHeight).toBe(number.clientHeight);
});
