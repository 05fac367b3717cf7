import sanitizeHtml from 'sanitize-html';

/** A place of ours, or one that is reached safely: never another host by a path, never a script. */
const SAFE_LINK = /^(?:\/(?![/\\])|https:\/\/|mailto:)/i;

const RULES: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'a', 'br', 'blockquote'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'bdi'],
  ],
  allowedAttributes: { a: ['href'], th: ['scope'] },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    a: (tagName, { href }) => ({
      tagName,
      attribs: href !== undefined && SAFE_LINK.test(href) ? { href } : {},
    }),
  },
};

/** Markup of the few kinds a text may have; everything else is left out, its words kept. */
export function sanitise(html: string): string {
  return sanitizeHtml(html, RULES);
}

/** Words as they stand in markup. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
