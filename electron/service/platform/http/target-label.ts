import { limits } from '../../../../shared/contract/limits.ts';

const targetSeparator = ' → ';

/** Formats the subject label of a change of one field: "Outage notices → UAT". Shortens the name if necessary. */
export function formatTargetLabel(name: string, target: string): string {
  const suffix = targetSeparator + target;
  const maxLength = limits.auditSubjectLength - suffix.length;
  return (name.length <= maxLength ? name : `${name.slice(0, maxLength - 1)}…`) + suffix;
}

/** Returns the parts of a label; the target is null if it has none. */
export function splitTargetLabel(subjectLabel: string): { readonly label: string; readonly target: string | null } {
  const end = subjectLabel.lastIndexOf(targetSeparator);
  if (end === -1) return { label: subjectLabel, target: null };
  return { label: subjectLabel.slice(0, end), target: subjectLabel.slice(end + targetSeparator.length) };
}
