import { agentDefinitionSchema, type AgentDefinition } from '../../../shared/agents/agent-definition.ts';
import { findDefinitionErrors } from '../../../shared/agents/find-definition-errors.ts';

/** Error messages by JSON Pointer. */
export type DefinitionErrors = ReadonlyMap<string, string>;

/** Returns the definition as the service stores it. */
export function normalizeDefinition(definition: AgentDefinition): AgentDefinition {
  return agentDefinitionSchema.safeParse(definition).data ?? definition;
}

/** Finds what keeps a definition from being published. Parts that are still empty have no error unless `includesEmpty`. */
export function listErrors(definition: AgentDefinition, includesEmpty: boolean): DefinitionErrors {
  const normalized = normalizeDefinition(definition);
  const errors = findDefinitionErrors(normalized).filter(
    ({ pointer }) => includesEmpty || !isEmpty(readPointer(normalized, pointer)),
  );
  return new Map(errors.toReversed().map(({ pointer, detail }) => [pointer, detail])); // the first one of each part
}

function readPointer(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (part, name) => (typeof part === 'object' && part !== null ? Reflect.get(part, name) : undefined),
      value,
    );
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length < 2) || isEmptyScope(value);
}

function isEmptyScope(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'document_ids' in value;
}
