import { randomBytes } from 'node:crypto';
import { type Clock, dateOf } from '@candor/kernel';
import { REHEARSAL_HEADER } from '@candor/protocol';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { REHEARSAL } from '../process/rehearsal.ts';

const ONE_YEAR_S = 31_536_000;

/** Where a browser tells what a policy stopped. */
export const REPORT_PATH = '/policy-report';

/** What nobody but the page needs: an answer or a file that is opened by itself may do nothing. */
const ANSWER = [
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox',
].join('; ');

/** Everything comes from our own address; scripts only from who carries this page's number. */
const PAGE = [
  "default-src 'none'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  // No text becomes a script. One policy alone may make markup of a text: the pages of content
  // parse theirs into a document that nobody shows, and build what they show from it. Another one
  // lets one address begin as the page's worker, and no other text.
  "require-trusted-types-for 'script'",
  'trusted-types candor-content candor-worker',
  `report-uri ${REPORT_PATH}`,
];

/**
 * The conversation page stands in a window of its own and shows what visitors write: pictures only
 * from our address, no forms that leave the page, no workers, nothing to install.
 */
const SUPPORT = ["img-src 'self'", "form-action 'none'", "worker-src 'none'"];
const OTHERS = [
  "img-src 'self' data:",
  "form-action 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
];
const SUPPORT_PATH = '/service.html';

/** The page's worker asks for the page and its files, and does nothing else; its policy is its own. */
const WORKER = ["default-src 'none'", "connect-src 'self'"].join('; ');

/** The policy of a built file, compressed or not, where it is not that of any answer. */
export function filePolicy(path: string): string | null {
  return /\/worker\.js(\.br|\.gz)?$/.test(path) ? WORKER : null;
}

/** What devices of the reader a page may use; a camera only for the papers of identification. */
const PERMISSIONS = [
  'camera=(self)',
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
  ...[
    'accelerometer',
    'browsing-topics',
    'display-capture',
    'geolocation',
    'gyroscope',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'usb',
  ].map((name) => `${name}=()`),
].join(', ');

/**
 * Headers of every answer but those of pages and files that say otherwise, put together once: on the way
 * of an order they would be worked out again for each.
 *
 * @source OWASP Secure Headers Project
 */
const EVERYWHERE = {
  'content-security-policy': ANSWER,
  'permissions-policy': PERMISSIONS,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};
/** A browser that came by https once never tries without. */
const BY_HTTPS_ONLY = {
  'strict-transport-security': `max-age=${ONE_YEAR_S}; includeSubDomains`,
};

/** Puts the headers on every answer; pages replace the policy by their own. */
export function addHeaders(app: FastifyInstance, isSecure: boolean): void {
  const headers = isSecure ? { ...EVERYWHERE, ...BY_HTTPS_ONLY } : EVERYWHERE;
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/**
 * Puts the mark of a rehearsal on every answer, refused ones too, and the time by its clock: pages count
 * deadlines and days by the date of an answer, and this machine's would be behind.
 */
export function addMark(app: FastifyInstance, clock: Clock): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header(REHEARSAL_HEADER, REHEARSAL);
    reply.header('date', dateOf(clock.now()).toUTCString());
    done();
  });
}

/** The sentence of a rehearsal in one language, as `lang` of a page names that. */
export type PageMark = { readonly htmlLang: string; readonly text: string };

/**
 * The page of a rehearsal. The mark is the server's, not the page's: no page can be without it, and
 * it stands there before the first paint, in the language the page then says it is in.
 */
export function markedPage(html: string, marks: readonly PageMark[]): string {
  const rules = marks.map(
    ({ htmlLang, text }) => `:root[lang="${htmlLang}"]{--rehearsal:${JSON.stringify(text)}}`,
  );
  const style = `<style>:root{--rehearsal:${JSON.stringify(REHEARSAL)}}${rules.join('')}</style>`;
  return html.replace('<html', '<html data-rehearsal').replace('</head>', `${style}</head>`);
}

/** What an answer carries that no hook sees: to what cannot be read as a request of ours. */
export const BARE_HEADERS = {
  'content-security-policy': ANSWER,
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

/** The policy of a page, for one answer. */
function pagePolicy(path: string, nonce: string): string {
  const scripts = `script-src 'nonce-${nonce}' 'strict-dynamic'`;
  return [scripts, ...PAGE, ...(path === SUPPORT_PATH ? SUPPORT : OTHERS)].join('; ');
}

/** What stands in the built page where each answer has a number of its own. */
const PLACE_OF_NONCE = 'NUMBER-OF-THIS-ANSWER';

/** Sends the page; its scripts carry a number that is made for this answer alone. */
export function sendPage(reply: FastifyReply, page: { path: string; html: string }): FastifyReply {
  const nonce = randomBytes(16).toString('base64');
  return reply
    .header('content-security-policy', pagePolicy(page.path, nonce))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(page.html.replaceAll(PLACE_OF_NONCE, nonce));
}
