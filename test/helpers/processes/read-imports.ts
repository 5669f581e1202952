export type SourceImport = { readonly specifier: string; readonly isType: boolean; readonly isLazy: boolean };

const statement = /^\s*(?:import|export)\s+(type\s+)?(?:[\w*{][^'"`;]*?\s+from\s+)?['"]([^'"]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Returns the modules that a source imports, re-exports or loads with `import('…')`. */
export function readImports(source: string): readonly SourceImport[] {
  return [
    ...[...source.matchAll(statement)].map(([, type, specifier = '']) => ({
      specifier,
      isType: type !== undefined,
      isLazy: false,
    })),
    ...[...source.matchAll(dynamic)].map(([, specifier = '']) => ({ specifier, isType: false, isLazy: true })),
  ];
}
