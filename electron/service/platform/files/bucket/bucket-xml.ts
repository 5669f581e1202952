export type ListedObjects = {
  readonly keys: readonly string[];
  /** Null on the last page. */
  readonly next: string | null;
};

const maxKeysPerPage = 1000;

/** Returns the code of an error of the bucket, such as `NoSuchKey`; null if the text is not such an error. */
export function readXmlError(text: string): string | null {
  return /<Error(?:\s[^>]*)?>[^]*?<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? null;
}

/**
 * Reads the answer to ListObjectsV2. Returns null if the text is something else. The elements have no attributes and are not nested
 * in each other.
 */
export function readXmlList(text: string): ListedObjects | null {
  if (!/<ListBucketResult[\s>]/.test(text.slice(0, 1000)) || !text.includes('</ListBucketResult>')) return null;
  const keys = Array.from(text.matchAll(/<Key>([^<]{1,4096})<\/Key>/g), ([, key = '']) => decodeXml(key));
  if (keys.length > maxKeysPerPage) return null;
  const next = /<NextContinuationToken>([^<]{1,4096})<\/NextContinuationToken>/.exec(text)?.[1];
  return { keys, next: next === undefined ? null : decodeXml(next) };
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

function decodeXml(text: string): string {
  return text.replaceAll(/&(lt|gt|quot|apos|amp|#\d{1,7}|#x[0-9a-f]{1,6});/gi, (match, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? match;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : match;
  });
}
