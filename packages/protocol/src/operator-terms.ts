/** What a text of the operator says until the operator sets it. */
export const OPERATOR_NOT_SET = 'Not set by the operator';

/** Most addresses the operator may name. */
const SOCIAL_MAX = 10;
/** A name with a dot, then a path: no port, no name or password before the host. */
const HTTPS = /^https:\/\/((?:[a-z0-9-]+\.)+[a-z]{2,})(?:\/[^\s"'<>\\]*)?$/i;

/** An address the operator writes under in public, and its host as people read it. */
export type SocialAddress = { readonly href: string; readonly host: string };

/**
 * The operator's social addresses, as the parameter `operator.social` names them: https alone, with
 * spaces or commas between.
 *
 * @shape "https://x.example/candor, https://t.example" → two; null when one of them is no such address
 */
export function readSocial(text: string): readonly SocialAddress[] | null {
  if (text === OPERATOR_NOT_SET) return [];
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  const read = parts.flatMap((href) => {
    const [, host] = HTTPS.exec(href) ?? [];
    return host === undefined ? [] : [{ href, host: host.toLowerCase().replace(/^www\./, '') }];
  });
  return read.length === parts.length && parts.length <= SOCIAL_MAX ? read : null;
}
