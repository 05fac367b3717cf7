import type { Locale } from '@candor/locales';

/** A message before it becomes markup: the same paragraphs as its plain text, in the same order. */
export type MessageParts = {
  readonly locale: Pick<Locale, 'htmlLang' | 'dir'>;
  readonly subject: string;
  /** What stands above everything, on hatch; null for nothing. */
  readonly mark: string | null;
  /** Paragraphs of one or more lines. */
  readonly body: readonly string[];
  /** What proves the message to be ours. */
  readonly proof: string;
  readonly foot: string;
  /** Addresses of ours the message may lead to; every other one stays a text. */
  readonly links: readonly string[];
  /** Digits to be typed elsewhere; null in a message that brings none. */
  readonly code: string | null;
};

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (one) => ESCAPES[one] ?? one);

// Fonts of the reader's machine: a mail loads nothing.
const FONT =
  "-apple-system,BlinkMacSystemFont,'Segoe UI','Noto Sans','Noto Sans Arabic','Noto Sans Thai',Roboto,Helvetica,Arial,sans-serif";
const MONO = "ui-monospace,'SF Mono',Menlo,Consolas,monospace";

const STYLE = {
  page: 'margin:0;padding:0;background:#F4F5F2;color:#101513',
  frame: `max-width:560px;margin:0 auto;padding:24px 16px;font:16px/1.6 ${FONT};color:#101513;overflow-wrap:anywhere`,
  sheet:
    'background:#FFFFFF;border:1px solid #E2E5E0;border-top:3px solid #1B43C6;border-radius:8px;padding:8px 24px',
  // Readers that draw no hatch keep its colour.
  mark: 'margin:0 0 12px;padding:8px 24px;border:1px solid #C79A2B;background:#FBE8B4 repeating-linear-gradient(135deg,#FBE8B4 0 6px,#F7DD98 6px 12px);color:#523600',
  first: 'font-size:18px;font-weight:600',
  line: 'margin:16px 0',
  code: `font-family:${MONO};font-weight:700;letter-spacing:2px`,
  link: 'color:#1B43C6;overflow-wrap:anywhere',
  proof: 'margin:16px 0;padding:12px 16px;background:#E8EDFC;border-radius:8px;font-size:14px',
  foot: 'margin:16px 24px 0;font-size:13px;color:#5E6762',
};

/** A longer first line is text like any other. */
const HEADING_LENGTH = 160;

/** For readers whose mails are dark; those that know no rules keep the light ones. */
const DARK = `
@media (prefers-color-scheme: dark) {
  .page, .frame { background: #0B0D0E !important; color: #EDF1EF !important }
  .sheet { background: #121517 !important; border-color: #23292C !important; border-top-color: #3F66E6 !important }
  .proof { background: #17203A !important }
  .link { color: #93B0FF !important }
  .foot { color: #8F999A !important }
}`;

/** Text of one paragraph as markup; its own addresses become links, its code stands out. */
function marked(text: string, { links, code }: MessageParts): string {
  const lines = escaped(text).replaceAll('\n', '<br>');
  const coded =
    code === null
      ? lines
      : lines.replace(
          code,
          `<strong class="code" dir="ltr" style="${STYLE.code}">${code}</strong>`,
        );
  return links.reduce((html, link) => {
    const href = escaped(link);
    const anchor = `<a class="link" dir="ltr" href="${href}" style="${STYLE.link}">${href}</a>`;
    return html.replaceAll(href, anchor);
  }, coded);
}

const markOf = (mark: string | null): string =>
  mark === null ? '' : `<p class="mark" style="${STYLE.mark}"><b>${escaped(mark)}</b></p>\n`;

/**
 * A message as an HTML document: what the plain text says and nothing besides, in the reader's
 * language and direction. It loads nothing and runs nothing; of what it is filled with, only our
 * own addresses become links.
 */
export function htmlOf(parts: MessageParts): string {
  const { locale, subject, mark, body, proof, foot } = parts;
  const speech = `lang="${locale.htmlLang}" dir="${locale.dir}"`;
  const paragraphs = body.map((text, at) => {
    const html = marked(text, parts);
    const [first = '', ...rest] = html.split('<br>');
    // A first line that runs on is no heading.
    const isHeading = at === 0 && parts.code === null && first.length <= HEADING_LENGTH;
    const head = isHeading ? `<strong style="${STYLE.first}">${first}</strong>` : first;
    return `<p style="${STYLE.line}">${[head, ...rest].join('<br>')}</p>`;
  });
  return `<!doctype html>
<html ${speech}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${DARK}
</style>
</head>
<body class="page" style="${STYLE.page}">
<div class="frame" ${speech} style="${STYLE.frame}">
${markOf(mark)}<div class="sheet" style="${STYLE.sheet}">
${paragraphs.join('\n')}
<p class="proof" style="${STYLE.proof}">${marked(proof, parts)}</p>
</div>
<p class="foot" style="${STYLE.foot}">${marked(foot, parts)}</p>
</div>
</body>
</html>
`;
}
