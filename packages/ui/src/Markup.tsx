import type { ReactElement, ReactNode } from 'react';
import { createElement } from 'react';

/** How each kind of element looks; a kind that is not here leaves its words alone. */
const LOOK: Readonly<Record<string, string>> = {
  h2: 'mt-8 mb-2 text-xl text-ink',
  h3: 'mt-6 mb-1 text-lg text-ink',
  p: 'my-3',
  ul: 'my-3 grid list-disc gap-2 ps-6',
  ol: 'my-3 grid list-decimal gap-2 ps-6',
  li: 'ps-1',
  strong: 'font-semibold text-ink',
  em: 'italic',
  blockquote: 'my-3 border-s-2 border-line ps-4',
  table: 'my-4 w-full border-collapse text-sm',
  thead: '[&_th:last-child]:pe-0 [&_th:last-child]:text-end',
  tbody: '',
  tr: 'border-b border-line',
  th: 'py-2 pe-4 text-start font-medium text-ink-2',
  td: 'py-2 text-end whitespace-nowrap tabular-nums text-ink',
  bdi: '',
};

/** How a link is drawn: pages lead to their own places by themselves. */
type RenderLink = (href: string, children: ReactNode) => ReactNode;

function Piece(props: { readonly node: Node; readonly renderLink: RenderLink }): ReactNode {
  const { node, renderLink } = props;
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  // Never words of a page: what stands in them is for machines.
  if (name === 'script' || name === 'style' || name === 'template') return null;
  if (name === 'br') return <br />;
  const children = <Markup nodes={[...node.childNodes]} renderLink={renderLink} />;
  if (name === 'a') return renderLink(node.getAttribute('href') ?? '', children);
  const look = LOOK[name];
  if (look === undefined) return children;
  const scope = name === 'th' ? node.getAttribute('scope') : null;
  return createElement(name, { className: look, ...(scope === null ? {} : { scope }) }, children);
}

/** Whitespace between the parts of these is no text. */
const BETWEEN = /^(?:UL|OL|TABLE|THEAD|TBODY|TR)$/;

/**
 * Nodes of a text as elements of ours: known kinds with our looks, links that lead somewhere safe,
 * no other attribute. The server cleans each text; what it should have missed ends here.
 */
export function Markup(props: {
  readonly nodes: readonly Node[];
  readonly renderLink: RenderLink;
}): ReactElement {
  const { nodes, renderLink } = props;
  const shown = nodes.filter(
    (node) => node.nodeType !== Node.TEXT_NODE || !BETWEEN.test(node.parentNode?.nodeName ?? ''),
  );
  return (
    <>
      {shown.map((node, place) => (
        // A text never changes its order.
        // oxlint-disable-next-line react/no-array-index-key
        <Piece key={place} node={node} renderLink={renderLink} />
      ))}
    </>
  );
}
