/** Name of the only policy that may turn text into markup; the server's headers allow no other. */
const POLICY = 'candor-content';

type Factory = {
  createPolicy(
    name: string,
    rules: { createHTML(text: string): string },
  ): {
    createHTML(text: string): unknown;
  };
};

// Browsers without trusted types parse the same text.
const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
// What it lets through is parsed into a document without a window: nothing in it runs or loads.
const policy = factory?.createPolicy(POLICY, { createHTML: (text) => text });

/** The nodes of a text from the server, in a document of their own that nobody shows. */
export function parseMarkup(html: string): readonly Node[] {
  const trusted = (policy?.createHTML(html) ?? html) as string;
  return [...new DOMParser().parseFromString(trusted, 'text/html').body.childNodes];
}

/** A question of a text with what stands under it; what stands before the first has no question. */
export type Part = { readonly question: string | null; readonly nodes: readonly Node[] };

/** A text divided at its headings. */
export function partsOf(nodes: readonly Node[]): readonly Part[] {
  const parts: { question: string | null; nodes: Node[] }[] = [];
  for (const node of nodes) {
    if (node.nodeName === 'H2') parts.push({ question: node.textContent, nodes: [] });
    else if (parts.length > 0) parts.at(-1)?.nodes.push(node);
    else if (node.textContent?.trim() !== '') parts.push({ question: null, nodes: [node] });
  }
  return parts;
}
