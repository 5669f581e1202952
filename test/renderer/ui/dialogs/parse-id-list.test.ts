import { expect, test } from 'vitest';
import { parseIdList } from '../../../../renderer/ui/dialogs/parse-id-list.ts';

test.each([
  ['a\nb', ['a', 'b']],
  ['  a \r\n\r\nb\rb\n', ['a', 'b']],
  ['document_id\na\nb', ['a', 'b']],
  ['\ufeffDocument_ID;title\na;"One; two"\nb;', ['a', 'b']],
  ['title\tdocument_id\nOne\ta\n\tb', ['a', 'b']],
  ['title,document_id\n"Say ""hi"", please",a\nTwo,"b"', ['a', 'b']],
  ['title,document_id\nOnly a title', []],
  ['a,b\nc', ['a,b', 'c']],
  ['../x\n<b>', ['../x', '<b>']],
  ['"quoted"', ['quoted']],
  ['', []],
])('reads %j as %j', (text, ids) => {
  expect(parseIdList(text, 'document_id')).toEqual(ids);
});
