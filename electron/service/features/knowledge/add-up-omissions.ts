import {
  maxPageRanges,
  omissionKinds,
  type DocumentOmission,
  type Omission,
  type PageRange,
} from '../../../../shared/knowledge/omissions.ts';

/** Adds up the omissions of sections, of which each may have a page, by their kind, in the order in which they are described. */
export function addUpOmissions(
  omissions: readonly (Omission & { readonly page: number | null })[],
): readonly DocumentOmission[] {
  return omissionKinds.flatMap((kind) => {
    const ofKind = omissions.filter((omission) => omission.kind === kind);
    const count = ofKind.reduce((sum, omission) => sum + omission.count, 0);
    return count === 0 ? [] : { kind, count, pages: toRanges(ofKind.flatMap(({ page }) => page ?? [])) };
  });
}

/** Returns the first ranges of consecutive pages. */
function toRanges(pages: readonly number[]): PageRange[] {
  const ranges: PageRange[] = [];
  for (const page of pages.toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && page <= last.last + 1) last.last = page;
    else if (ranges.push({ first: page, last: page }) > maxPageRanges) break;
  }
  return ranges.slice(0, maxPageRanges);
}
