// Promise: a text from the server shows as words, links and tables of ours; whatever else it should
// carry, the page never runs it, loads it or leads to it.
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Markup } from './Markup.tsx';
import { parseMarkup } from '@candor/ui';
import { partsOf } from './markup.ts';

afterEach(cleanup);

const show = (html: string): HTMLElement => render(<Markup nodes={parseMarkup(html)} />).container;

const KNOWN = /^(?:H2|H3|P|UL|OL|LI|STRONG|EM|A|BR|BLOCKQUOTE|TABLE|THEAD|TBODY|TR|TH|TD|BDI)$/;

it.each([
  '<script>window.ran = 1</script>',
  '<p onclick="window.ran = 1" style="position:fixed" class="x" id="root">text</p>',
  '<img src=x onerror="window.ran = 1">',
  '<svg onload="window.ran = 1"><script>window.ran = 1</script><a href="javascript:1">x</a></svg>',
  '<iframe srcdoc="<script>parent.ran = 1</script>"></iframe>',
  '<a href="javascript:window.ran = 1">x</a>',
  '<a href="JAVASCRIPT:window.ran = 1">x</a>',
  '<a href="data:text/html,x">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<a href="http://evil.example">x</a>',
  '<a target="_self" ping="https://evil.example" href="https://example.org/">x</a>',
  '<form action="https://evil.example"><input name="password"><button>Send</button></form>',
  '<style>* { display: none }</style><link rel="stylesheet" href="//evil.example">',
  '<template><p>text</p></template><math><mi>x</mi></math>',
])('nothing of it acts: %s', (html) => {
  const shown = show(html);
  expect('ran' in window).toBe(false);
  for (const element of shown.querySelectorAll('*')) {
    expect(element.tagName).toMatch(KNOWN);
    const names = element.getAttributeNames().filter((name) => name !== 'class');
    expect(names.filter((name) => !['href', 'target', 'rel', 'scope'].includes(name))).toEqual([]);
    const href = element.getAttribute('href');
    if (href !== null) expect(href).toMatch(/^(?:\/(?![/\\])|https:\/\/)/);
    if (element.getAttribute('target') !== null) {
      expect([element.getAttribute('target'), element.getAttribute('rel')]).toEqual([
        '_blank',
        'noopener noreferrer',
      ]);
    }
  }
  expect(shown.textContent).not.toMatch(/window\.ran|display: none/);
});

it('shows what a text consists of', () => {
  show(
    '<h2>Fees</h2>\n<p>You pay <strong>little</strong>, see <a href="/trust#fees">the table</a>.</p>' +
      '<ul>\n<li>one</li>\n</ul><table><thead><tr><th scope="col">What</th></tr></thead>' +
      '<tbody><tr><th scope="row">Fee</th><td><bdi>0.1%</bdi></td></tr></tbody></table>',
  );
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Fees');
  expect(screen.getByRole('link', { name: 'the table' }).getAttribute('href')).toBe('/trust#fees');
  expect(screen.getByRole('columnheader', { name: 'What' })).toBeDefined();
  expect(screen.getByRole('rowheader', { name: 'Fee' })).toBeDefined();
  expect(screen.getByRole('cell').textContent).toBe('0.1%');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

it('opens the conversation page and other sites beside this one', () => {
  show('<a href="/service.html">support</a> <a href="https://example.org/">a site</a>');
  for (const link of screen.getAllByRole('link')) {
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
  }
});

it('divides a text at its questions', () => {
  const parts = partsOf(
    parseMarkup('<p>First.</p>\n<h2>Why?</h2>\n<p>So.</p><p>And so.</p><h2>When?</h2>'),
  );
  expect(parts.map(({ question }) => question)).toEqual([null, 'Why?', 'When?']);
  expect(parts[1]?.nodes.map((node) => node.textContent?.trim()).filter(Boolean)).toEqual([
    'So.',
    'And so.',
  ]);
});
