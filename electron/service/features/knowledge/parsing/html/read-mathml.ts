type MathNode = { readonly name: string; readonly parts: string[] };

/** Reads the elements of one equation (MathML 3) as a line of text: a fraction as `1/2`, a power as `x^2`. */
export type MathmlReader = {
  readonly open: (name: string) => void;
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
  readonly finish: () => string;
};

const maxDepth = 100;

export function createMathmlReader(): MathmlReader {
  const nodes: MathNode[] = [{ name: 'math', parts: [] }];
  const closeLast = () => {
    const node = nodes.pop();
    if (node) nodes.at(-1)?.parts.push(formatNode(node));
  };
  return {
    open(name) {
      if (nodes.length < maxDepth) nodes.push({ name, parts: [] });
    },
    text(text) {
      const trimmed = text.replaceAll(/\s+/g, ' ').trim();
      if (trimmed !== '') nodes.at(-1)?.parts.push(trimmed);
    },
    close(name) {
      if (!nodes.some((node, index) => index > 0 && node.name === name)) return;
      while (nodes.length > 1 && nodes.at(-1)?.name !== name) closeLast();
      closeLast();
    },
    finish() {
      while (nodes.length > 1) closeLast();
      return joinParts(nodes[0]?.parts ?? []);
    },
  };
}

function formatNode({ name, parts }: MathNode): string {
  const [first = '', second = '', third = ''] = parts;
  switch (name) {
    case 'mfrac':
      return `${group(first)}/${group(second)}`;
    case 'msup':
    case 'mover':
      return `${first}^${group(second)}`;
    case 'msub':
    case 'munder':
      return `${first}_${group(second)}`;
    case 'msubsup':
    case 'munderover':
      return `${first}_${group(second)}^${group(third)}`;
    case 'msqrt':
      return `√${group(joinParts(parts))}`;
    case 'mroot':
      return `${second}√${group(first)}`;
    case 'mtd':
      return `${joinParts(parts)} `;
    case 'mo':
      return /^[=<>≤≥≈≠+±×÷·−-]$/.test(first) ? ` ${first} ` : first;
    default:
      return joinParts(parts);
  }
}

/** A fraction after a number is a mixed number: 2 1/2. */
function joinParts(parts: readonly string[]): string {
  return parts.reduce((text, part) => text + (/\d$/.test(text) && /^[\d(][^/]*\//.test(part) ? ' ' : '') + part, '');
}

function group(text: string): string {
  const trimmed = text.trim();
  return /^(?:[\p{L}\d.,%]*|\([^()]*\))$/u.test(trimmed) ? trimmed : `(${trimmed})`;
}
