export type SourceImport = { readonly specifier: string; readonly isType: boolean };

const statement = /^\s*(?:import|export)\s+(type\s+)?(?:[\w*{][^'"`;]*?\s+from\s+)?['"]([^'"]+)['"]/gm;
const dynamic = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

/** The modules that a source names in imports, re-exports and `import('…')`. */
export function readImports(source: string): readonly SourceImport[] {
  return [
    ...[...source.matchAll(statement)].map(([, type, specifier = '']) => ({ specifier, isType: type !== undefined })),
    ...[...source.matchAll(dynamic)].map(([, specifier = '']) => ({ specifier, isType: false })),
  ];
}
