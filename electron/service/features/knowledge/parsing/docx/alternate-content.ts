/** What was read so far, in any unit that only grows. */
export type ReadCounts = { readonly text: number; readonly omissions: number };

/** The alternatives of the same content, for programs of different age (ECMA-376 part 3, 10.2.1). One of them is read. */
export type AlternateContent = {
  /** Returns `skip` for an alternative that repeats another one, and undefined for elements that are no alternatives. */
  readonly open: (name: string) => 'read' | 'skip' | undefined;
  /** Returns whether the element was handled. */
  readonly close: (name: string) => boolean;
  /** Whether an earlier alternative has reported what is not read. */
  readonly hasReported: () => boolean;
};

export function createAlternateContent(getCounts: () => ReadCounts): AlternateContent {
  const open: { isTaken: boolean; hasReported: boolean; readonly before: ReadCounts }[] = [];
  return {
    open(name) {
      const alternative = open.at(-1);
      if (name === 'AlternateContent') open.push({ isTaken: false, hasReported: false, before: getCounts() });
      else if (!alternative || (name !== 'Choice' && name !== 'Fallback')) return undefined;
      else if (alternative.isTaken) return 'skip';
      return 'read';
    },
    close(name) {
      const alternative = open.at(-1);
      if (name === 'AlternateContent') open.pop();
      else if (alternative && name === 'Choice') {
        const { text, omissions } = getCounts();
        // A choice without text may have it in the fallback.
        alternative.isTaken = text > alternative.before.text;
        alternative.hasReported = omissions > alternative.before.omissions;
      } else return alternative !== undefined && name === 'Fallback';
      return true;
    },
    hasReported: () => open.at(-1)?.hasReported === true,
  };
}
