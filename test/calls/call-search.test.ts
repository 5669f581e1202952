import { afterAll, beforeAll, expect, test } from 'vitest';
import { appRoutes, v1Routes } from '../../shared/contract/contract.ts';
import { callSortFields } from '../../shared/calls/calls.ts';
import { startCallService, type CallService } from '../helpers/service/start-call-service.ts';
import { waitForCall } from '../helpers/service/wait-for-call.ts';

let service: CallService;
/** The answered call has a transcript and a first name, the other one a name. */
const ids = { answered: '', missed: '' };

beforeAll(async () => {
  service = await startCallService();
  const place = async (persona: 'wrong_person' | 'no_answer', metadata: Record<string, string>) => {
    const call_id = await service.placeSimulatedCall({ persona, metadata });
    await waitForCall(service.v1, call_id);
    return call_id;
  };
  ids.answered = await place('wrong_person', { first_name: 'Quillon' });
  ids.missed = await place('no_answer', { name: 'Ada Quist', plan: 'Ada 300' });
});
afterAll(() => service.stop());

const list = (query: Record<string, string>) => service.app(appRoutes.listCallRecords, { query: query as never }); // strings, as in a URL
const search = async (text: string, query: Record<string, string> = {}) => {
  const { data, total } = await list({ text, ...query });
  expect(total, text).toBe(data.length);
  return data.map(({ call_id }) => call_id);
};
const findMatch = async (text: string) => (await list({ text })).data[0]?.match;
const addNote = (call_id: string, at_seconds: number, text: string) =>
  service.v1(v1Routes.createNote, { params: { call_id }, json: { at_seconds, text } });
const changeTags = (call_id: string, json: { add_tags?: string[]; remove_tags?: string[] }) =>
  service.v1(v1Routes.updateCallReview, { params: { call_id }, json });

test('a note is found by its words, with its time, until it is deleted', async () => {
  await addNote(ids.answered, 2, 'Good start');
  const note = await addNote(ids.answered, 41.5, 'Offered a walrus discount');
  expect(await search('discounts')).toEqual([ids.answered]);
  expect(await search('disc')).toEqual([ids.answered]);
  expect(await search('walrus start'), 'all words, also of several notes').toEqual([ids.answered]);
  expect(await search('walrus quist'), 'not of different calls').toEqual([]);
  const { note_id } = note;
  const expected = { kind: 'note', note_id, text: 'Offered a walrus discount', at_seconds: 41.5 };
  expect(await findMatch('walrus')).toEqual(expected);
  const params = { call_id: ids.answered, note_id };
  await service.v1(v1Routes.updateNote, { params, json: { text: 'Offered a heron' } });
  expect(await search('walrus')).toEqual([]);
  expect(await search('herons')).toEqual([ids.answered]);
  await service.v1(v1Routes.deleteNote, { params });
  expect(await search('heron')).toEqual([]);
  expect(await search('good start')).toEqual([ids.answered]);
});

test('a tag is found by its words, and counts once however many tags of a call match', async () => {
  for (const call_id of Object.values(ids))
    await changeTags(call_id, { add_tags: ['Kraken follow-up', 'Krakens', 'Élan'] });
  expect(await search('kraken')).toEqual([ids.missed, ids.answered]);
  expect(await search('follow up krak')).toEqual([ids.missed, ids.answered]);
  expect(await search('kraken elan'), 'in several tags of one call').toEqual([ids.missed, ids.answered]);
  expect(await search('elan', { status: 'no_answer' })).toEqual([ids.missed]);
  for (const sort of callSortFields)
    expect((await search('kraken', { sort })).toSorted()).toEqual(Object.values(ids).toSorted());
  expect(await findMatch('follow kraken')).toEqual({ kind: 'tag', text: 'Kraken follow-up' });
  await changeTags(ids.missed, { remove_tags: ['Kraken follow-up', 'Krakens'] });
  expect(await search('kraken')).toEqual([ids.answered]);
});

test('a name precedes the metadata, and follows the rule', async () => {
  expect(await findMatch('ada')).toEqual({ kind: 'name', text: 'Ada Quist' });
  expect(await findMatch('ada 300')).toEqual({ kind: 'metadata', name: 'plan', text: 'Ada 300' });
  await service.app(appRoutes.updateRecipientNameRule, { json: { rule: [['plan']] } });
  expect(await findMatch('ada 300')).toEqual({ kind: 'name', text: 'Ada 300' });
  expect(await findMatch('quist')).toEqual({ kind: 'metadata', name: 'name', text: 'Ada Quist' });
});

test('a turn precedes a note with as many words, and follows one with more', async () => {
  await addNote(ids.answered, 3, 'Quillon wants a pelican');
  expect(await findMatch('quillon')).toMatchObject({ kind: 'turn' });
  expect(await findMatch('quillon pelican')).toMatchObject({ kind: 'note', at_seconds: 3 });
});

test('words can be spread over the transcript, the name, the tags and the notes of one call', async () => {
  await addNote(ids.answered, 3, 'Wants the pelican brochure');
  await changeTags(ids.missed, { add_tags: ['Otter'] });
  const { turns } = await service.v1(v1Routes.getCallTimeline, { params: { call_id: ids.answered } });
  const [spoken = 'none'] = /\p{L}{8,}/u.exec(turns.map(({ text }) => text).join(' ')) ?? [];
  expect(await search(`quillon ${spoken}`), 'a name and a spoken word').toEqual([ids.answered]);
  expect(await search(`${spoken} pelican quill`), 'and a note').toEqual([ids.answered]);
  expect(await search('otter quist ada'), 'a tag and a name').toEqual([ids.missed]);
  expect(await search('otter pelican'), 'of different calls').toEqual([]);
  expect(await search(`otter ${spoken}`), 'of different calls').toEqual([]);
  expect(await search('otter quist', { status: 'completed' }), 'with a filter').toEqual([]);
  expect(await search('otter quist', { sort: 'duration' }), 'in another order').toEqual([ids.missed]);
  expect(await search('otter quist unheard'), 'a word that no call has').toEqual([]);
});

test('words of all scripts are found in metadata, tags and notes, however they are written', async () => {
  const call_id = await service.placeSimulatedCall({
    persona: 'no_answer',
    metadata: {
      first_name: 'प्रिया',
      city: '東京都渋谷区',
      district: 'กรุงเทพมหานคร',
      contact: 'مُحَمَّد',
      state: 'தமிழ்ச்செல்வி',
      plan: 'Back o\ufb03ce sub\u00adscrip\u200btion',
      owner: 'Łukasz Weiß',
      order: 'رقم ٤٧١١',
      reason: '고객센터에서 환불을 요청',
      partner: "Jürgen O'Sullivan",
    },
  });
  await waitForCall(service.v1, call_id);
  await addNote(call_id, 0, 'लखनऊ से बुलाया 大阪市中央区');
  await changeTags(call_id, { add_tags: ['札幌市中央区'] });
  for (const text of [
    'प्रिया',
    '渋谷',
    'กรุงเทพ',
    'محمد',
    'مُحَمَّد',
    'தமிழ்ச்செல்வி',
    'lukasz',
    'WEISS',
    'subscription',
    'office',
    'बुलाया',
    '大阪',
    '札幌',
    '4711',
    '환불 고객센터',
    '고객센터는',
    'Juergen',
    'osullivan',
  ])
    expect(await search(text), text).toEqual([call_id]);
  expect(await search('प्रया'), 'a vowel sign is part of the word').toEqual([]);
  expect(await search('고객은'), 'a word with a particle is complete').toEqual([]);
  expect(await search('京都'), 'a part of a word with another meaning').toEqual([]);
  expect(await findMatch('渋谷')).toEqual({ kind: 'metadata', name: 'city', text: '東京都渋谷区' });
  expect(await findMatch('札幌')).toEqual({ kind: 'tag', text: '札幌市中央区' });
});
