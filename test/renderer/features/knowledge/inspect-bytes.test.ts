import { Document, Packer, Paragraph } from 'docx';
import { describe, expect, it } from 'vitest';
import { inspectBytes } from '../../../../renderer/features/knowledge/inspect-bytes.ts';

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('inspectBytes', () => {
  it.each([
    ['a PDF', bytesOf('%PDF-1.7\n1 0 obj')],
    ['a PDF after a mail header', bytesOf(`${'x'.repeat(900)}\n%PDF-1.4`)],
    ['plain text', bytesOf('Opening hours: 9 to 5.\r\n')],
    ['text in an old code page', bytesOf('Gr\u00fc\u00dfe aus K\u00f6ln')],
    ['UTF-16 with a byte order mark', new Uint8Array([0xff, 0xfe, 0x41, 0, 0x42, 0])],
    ['UTF-16 without a byte order mark', new Uint8Array(Buffer.from('Opening hours and holidays', 'utf16le'))],
  ])('accepts %s', (_, bytes) => {
    expect(inspectBytes(bytes)).toEqual({ verdict: 'accepted' });
  });

  it('accepts a DOCX and rejects a truncated one', async () => {
    const docx = await Packer.toBuffer(new Document({ sections: [{ children: [new Paragraph('Hello')] }] }));
    expect(inspectBytes(new Uint8Array(docx))).toEqual({ verdict: 'accepted' });
    expect(inspectBytes(new Uint8Array(docx.subarray(0, docx.length - 40))).verdict).toBe('rejected');
  });

  it('returns a warning for a protected PDF, because it may open without a password', () => {
    const entryAcrossSlices = `%PDF-1.7\n${'x'.repeat((1 << 20) - 12)}/Encrypt 12 0 R`;
    expect(inspectBytes(bytesOf(entryAcrossSlices)).verdict).toBe('warning');
    expect(inspectBytes(bytesOf('%PDF-1.7\n/EncryptMetadata true')).verdict).toBe('accepted');
  });

  it.each([
    ['an image', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), /Unsupported file type/],
    ['an RTF file', bytesOf('{\\rtf1 hello}'), /RTF/],
    ['an old Word document', bytesOf(`\u00d0\u00cf\u0011\u00e0${'\0'.repeat(600)}`), /older Office/],
    [
      'a password-protected DOCX',
      bytesOf(`\u00d0\u00cf\u0011\u00e0${'\0'.repeat(600)}${[...'EncryptedPackage'].join('\0')}`),
      /password/,
    ],
    ['a truncated archive', bytesOf('PK\u0003\u0004word/document.xml'), /damaged/],
  ])('rejects %s with a reason', (_, bytes, reason) => {
    const inspection = inspectBytes(bytes);
    expect(inspection).toMatchObject({ verdict: 'rejected', reason: expect.stringMatching(reason) });
  });
});
