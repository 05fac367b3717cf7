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
