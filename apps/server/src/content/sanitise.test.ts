import { expect, test } from 'vitest';
import { defaultTexts } from './defaults.ts';
import { sanitise } from './sanitise.ts';

test('the texts that come with the product are left as they are', () => {
  for (const { html } of defaultTexts()) expect(sanitise(html)).toBe(html);
});

/** What an attacker tries who wants a program in another user's page. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="//evil.example/">x</a>',
  '<a href="/\\evil.example/">x</a>',
  '<a href="\\\\evil.example/">x</a>',
  '<a href="http://evil.example/">x</a>',
  '<p onclick="alert(1)" style="position:fixed;inset:0" class="x" id="root">x</p>',
  '<form action="https://evil.example/"><input name="password"><button>Log in</button></form>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<base href="https://evil.example/">',
  '<link rel="stylesheet" href="https://evil.example/x.css">',
  '<style>*{display:none}</style>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<video><source onerror="alert(1)"></video>',
  '<details open ontoggle=alert(1)>x</details>',
  '<p><b/<script>alert(1)</script>',
  '<<script>alert(1)//<</script>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
];

test.each(HOSTILE)('nothing that acts comes through: %s', (html) => {
  const clean = sanitise(html);
  const tags = clean.match(/<[^>]*>/g) ?? [];
  for (const tag of tags) {
    expect(tag).toMatch(
      /^<\/?(?:h2|h3|p|ul|ol|li|strong|em|a|br|blockquote|table|thead|tbody|tr|th|td|bdi)(?: \/)?>$/,
    );
  }
  expect(sanitise(clean)).toBe(clean);
});

test('links lead to places of ours or are safe', () => {
  const kept = ['/trust#fees', '/detail?id=risk', 'https://example.org/x', 'mailto:a@example.org'];
  for (const href of kept) {
    expect(sanitise(`<a href="${href}">x</a>`)).toBe(`<a href="${href}">x</a>`);
  }
});
