import { expect, test } from 'vitest';
import {
  formatInvitationFile,
  formatInvitationText,
  type SentInvitation,
} from '../../../renderer/format/format-invitation.ts';
import { invitationMaxLength, parseInvitation } from '../../../renderer/format/parse-invitation.ts';

const sent: SentInvitation = {
  email: 'mei@harbour.example',
  role: 'manager',
  expires_at: '2026-03-12T10:00:00.000Z',
  secret: 'swi_0123456789',
  organization: 'Harbour Office: “North” in Switchboard',
  org_id: 'org_1',
  base_url: 'https://voice.example/v1',
};
const { email, secret, org_id, base_url } = sent;

test('reads the text and the file of an invitation', () => {
  expect(parseInvitation(formatInvitationText(sent))).toMatchObject({ email, secret, org_id, base_url });
  expect(parseInvitation(formatInvitationFile(sent))).toEqual({
    email,
    secret,
    org_id,
    base_url,
    organization: sent.organization,
  });
});

test('reads a text that was quoted and forwarded', () => {
  const quoted = formatInvitationText({ ...sent, organization: 'Harbour Office' })
    .split('\n')
    .map((line) => `> > ${line}  `)
    .join('\r\n');
  expect(parseInvitation(`Hi Mei,\r\n\r\n${quoted}\r\nBest, Ada`)).toEqual({
    email,
    secret,
    org_id,
    base_url,
    organization: 'Harbour Office',
  });
});

test('reads a text as mail programs change it', () => {
  const text = formatInvitationText(sent);
  for (const changed of [
    text.replaceAll('\n', '\r'),
    text.replaceAll(/^([A-Z][^:\n]*): /gm, '*$1:*\u00a0'),
    text.replace(email, `${email}<mailto:${email}>`).replace(String(base_url), `${base_url} <${base_url}>`),
    text.replace(String(base_url), `<${base_url}>`),
    `\ufeff${formatInvitationFile(sent)}`,
  ])
    expect(parseInvitation(changed), changed).toMatchObject({ email, secret, org_id, base_url });
});

test('leaves the address open that the service did not have', () => {
  const unreachable = { ...sent, base_url: null };
  expect(parseInvitation(formatInvitationText(unreachable))?.base_url).toBe('');
  expect(parseInvitation(formatInvitationFile(unreachable))?.base_url).toBe('');
});

test('finds no invitation in anything else', () => {
  const withoutSecret = formatInvitationText(sent).replace(/^Invitation: .*$/m, '');
  for (const text of ['', 'Hello', '{', '{}', '[]', 'null', JSON.stringify({ ...sent, secret: 5 }), withoutSecret])
    expect(parseInvitation(text), text).toBeNull();
  expect(parseInvitation(formatInvitationText(sent) + ' '.repeat(invitationMaxLength))).toBeNull();
});
